import type { Kysely } from "kysely";
import { stateInWords } from "#app/domain/outbox/views/state-in-words.ts";
import { formatDue, nowIso } from "#app/domain/core/time.ts";
import { findMessagesAbout } from "#app/domain/outbox/views/about-subject.server.ts";
import type { Database, DelegationChoice } from "#db/schema.ts";
import { withTasks } from "../requests/find-requests.server.ts";
import type { RequestStatus } from "../requests/request-status.ts";
import { unsentStates } from "../requests/unsent.ts";

/** A request of a task, as those who asked see it. */
export interface PastRequest {
  id: string;
  version: number;
  name: string;
  method: DelegationChoice;
  status: RequestStatus;
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
    .selectAll()
    .where("task_id", "=", taskId)
    .orderBy("asked_at", "desc")
    .orderBy("id", "desc")
    .execute();
  const requests = await withTasks(db, rows);
  const messages = await findSent(
    db,
    rows.map(({ id }) => id),
  );
  const on = (instant: string | null) => instant && formatDue(instant, viewer.timeZone);
  return requests.map(({ request, status }) => ({
    id: request.id,
    version: request.version,
    name: request.delegate_name,
    method: request.method,
    answer: request.answer,
    line: request.line,
    status,
    askedOn: formatDue(request.asked_at, viewer.timeZone),
    answeredOn: on(request.answered_at),
    doneOn: on(request.done_at),
    endedOn: on(request.ended_at),
    message: inWords(messages.get(request.id), viewer.timeZone, now),
  }));
}

type Sent = Awaited<ReturnType<typeof findMessagesAbout>>[number];

/** The requests' messages, by request. */
async function findSent(db: Kysely<Database>, ids: string[]): Promise<Map<string, Sent>> {
  const messages = await findMessagesAbout(db, "delegation_request", ids);
  // Of a WhatsApp message that an SMS replaced, the SMS.
  return new Map(messages.filter(({ state }) => state !== "merged").map((message) => [message.subject_id, message]));
}

function inWords(message: Sent | undefined, timeZone: string, now: string) {
  if (!message) return null;
  const { channel, state, reason, not_before: notBefore, claimed_at: claimedAt } = message;
  const words = stateInWords({ channel, state, reason, notBefore, claimedAt }, timeZone, now);
  return { words, isTrouble: unsentStates.some((unsent) => unsent === state) };
}
