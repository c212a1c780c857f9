import type { Kysely } from "kysely";
import { stateInWords } from "#app/domain/outbox/views/state-in-words.ts";
import { formatDue, nowIso } from "#app/domain/core/time.ts";
import type { Channel, Database, DelegationChoice, DeliveryState } from "#db/schema.ts";
import { type Standing, standingOf } from "../request-status.ts";
import { unsentStates } from "./unsent.ts";

/** A request of a task, as those who asked see it. */
export interface PastRequest {
  id: string;
  version: number;
  name: string;
  method: DelegationChoice;
  standing: Standing;
  /** What they said, whatever became of the request afterwards. */
  answer: "accepted" | "declined" | null;
  line: string | null;
  /** Times in the viewer's zone. */
  askedOn: string;
  answeredOn: string | null;
  doneOn: string | null;
  endedOn: string | null;
  /** How far the message has come; null for a link, for which there is none. */
  message: { words: string; isTrouble: boolean } | null;
}

/** Whom somebody has asked to do the task, when, and what they answered; the newest first. */
export async function listRequests(
  db: Kysely<Database>,
  viewer: { timeZone: string },
  taskId: string,
  now: string = nowIso(),
): Promise<PastRequest[]> {
  const rows = await db
    .selectFrom("delegations")
    .innerJoin("tasks", "tasks.id", "delegations.task_id")
    .leftJoin("deliveries", (join) =>
      join
        .onRef("deliveries.subject_id", "=", "delegations.id")
        .on("deliveries.kind", "=", "delegation_request")
        // Of a WhatsApp message whose place an SMS took, the SMS.
        .on("deliveries.state", "!=", "merged"),
    )
    .select(["delegations.id", "delegations.version", "delegate_name as name", "method", "answer", "line"])
    .select(["asked_at", "answered_at", "done_at", "delegations.ended_at", "delegations.state", "is_completed"])
    .select(["deleted_at", "deliveries.channel", "deliveries.state as delivery_state", "deliveries.reason"])
    .select(["deliveries.not_before", "deliveries.claimed_at"])
    .where("task_id", "=", taskId)
    .orderBy("asked_at", "desc")
    .orderBy("delegations.id", "desc")
    .execute();
  const on = (instant: string | null) => instant && formatDue(instant, viewer.timeZone);
  return rows.map(({ id, version, name, method, answer, line, ...row }) => ({
    id,
    version,
    name,
    method,
    answer,
    line,
    standing: standingOf(row),
    askedOn: formatDue(row.asked_at, viewer.timeZone),
    answeredOn: on(row.answered_at),
    doneOn: on(row.done_at),
    endedOn: on(row.ended_at),
    message: messageOf(row, viewer.timeZone, now),
  }));
}

interface Sent {
  channel: Channel | null;
  delivery_state: DeliveryState | null;
  reason: string | null;
  not_before: string | null;
  claimed_at: string | null;
}

function messageOf({ channel, delivery_state: state, ...row }: Sent, timeZone: string, now: string) {
  if (!channel || !state) return null;
  const sent = { channel, state, reason: row.reason, notBefore: row.not_before ?? now, claimedAt: row.claimed_at };
  return { words: stateInWords(sent, timeZone, now), isTrouble: unsentStates.some((unsent) => unsent === state) };
}
