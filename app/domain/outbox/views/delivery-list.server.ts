import type { Kysely } from "kysely";
import { formatDate, nowIso } from "#app/domain/core/time.ts";
import type { Channel, Database } from "#db/schema.ts";
import { type DeliveryKind, deliveryKinds } from "../message-type.ts";
import { lastMessageId } from "./last-message.ts";
import { stateInWords } from "./state-in-words.ts";

/** A delivery as the list shows it. */
export interface DeliveryView {
  id: string;
  channel: Channel;
  /** What it was about: "Reminder: Call the vet". */
  what: string;
  /** When it was due: the instant, and its day in the viewer's zone. */
  dueAt: string;
  day: string;
  state: string;
  isTrouble: boolean;
}

const newest = 50;
const waitsForYou = "Waits for you, under Calendar & Integrations";

/** The user's newest deliveries, the newest first. */
export async function listDeliveries(
  db: Kysely<Database>,
  viewer: { userId: string; timeZone: string },
  now: string = nowIso(),
): Promise<DeliveryView[]> {
  const rows = await deliveryListQuery(db, viewer.userId).execute();
  return rows.map((row) => ({
    id: row.id,
    channel: row.channel,
    what: row.message ? `${kindInWords(row.kind)}: ${row.message}` : kindInWords(row.kind),
    dueAt: row.dueAt,
    day: formatDate(row.dueAt, viewer.timeZone),
    state: row.needsUser && row.state === "ready" ? waitsForYou : stateInWords(sentOrNot(row), viewer.timeZone, now),
    isTrouble: row.lastState === "failed" || row.lastState === "undelivered",
  }));
}

/** What it was put into says what became of it; when that arrived, that it went with others is what there is to know. */
function sentOrNot({ state, channel, lastState, lastChannel, ...times }: Row) {
  const isSent = lastState === "sent" || lastState === "delivered";
  const wentWithOthers = state === "merged" && channel === lastChannel && isSent;
  return { ...times, channel: lastChannel, state: wentWithOthers ? state : lastState };
}

type Row = Awaited<ReturnType<ReturnType<typeof deliveryListQuery>["execute"]>>[number];

/**
 * The query behind `listDeliveries`, for the test that looks at its plan. What a task is called in a household that they
 * have left is not theirs to know.
 */
export function deliveryListQuery(db: Kysely<Database>, userId: string) {
  return db
    .selectFrom("deliveries")
    .innerJoin("deliveries as last", (join) => join.on("last.id", "=", lastMessageId))
    .leftJoin("reminders", (join) =>
      join.onRef("reminders.id", "=", "deliveries.subject_id").on("deliveries.kind", "=", "reminder"),
    )
    .select(["deliveries.id", "deliveries.kind", "deliveries.channel", "deliveries.state"])
    .select(["deliveries.due_at as dueAt", "last.state as lastState", "last.channel as lastChannel", "last.reason"])
    .select(["last.not_before as notBefore", "last.claimed_at as claimedAt"])
    .leftJoin("calendar_entries", (join) =>
      join.onRef("calendar_entries.id", "=", "deliveries.subject_id").on("deliveries.kind", "=", "calendar_event"),
    )
    .leftJoin("household_members as member", "member.user_id", "deliveries.user_id")
    .leftJoin("tasks", (join) =>
      join.onRef("tasks.id", "=", "calendar_entries.task_id").onRef("tasks.household_id", "=", "member.household_id"),
    )
    .leftJoin("calendar_connections as connection", (join) =>
      join.onRef("connection.user_id", "=", "deliveries.user_id").on("deliveries.channel", "=", "calendar"),
    )
    .select(({ fn }) => fn.coalesce("reminders.message", "tasks.title").as("message"))
    .select("connection.problem as needsUser")
    .where("deliveries.user_id", "=", userId)
    .orderBy("deliveries.created_at", "desc")
    .limit(newest);
}

const kinds: Record<DeliveryKind, string> = {
  reminder: "Reminder",
  late_reminders: "Reminders that were late",
  daily_summary: "Daily summary",
  test: "Test",
  password_reset: "Link for a new password",
  email_verification: "Link to confirm your address",
  email_changed: "Note about your new address",
  invitation: "Invitation",
  welcome: "Welcome",
  delegation_request: "Request to take over a task",
  delegation_answer: "Answer to a request",
  delegation_release: "Note that nothing is left to do",
  calendar_event: "Calendar entry",
};

function kindInWords(kind: string): string {
  return Object.hasOwn(deliveryKinds, kind) ? kinds[kind as DeliveryKind] : "Message";
}
