import type { Kysely } from "kysely";
import { formatDate, nowIso } from "#app/domain/time.ts";
import type { Channel, Database } from "#db/schema.ts";
import { type DeliveryKind, deliveryKinds } from "./delivery-kind.ts";
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
    state: row.needsUser && row.state === "ready" ? waitsForYou : stateInWords(row, viewer.timeZone, now),
    isTrouble: row.state === "failed" || row.state === "undelivered",
  }));
}

/**
 * The query behind `listDeliveries`, for the test that looks at its plan. What a task is called in a household that they
 * have left is not theirs to know.
 */
export function deliveryListQuery(db: Kysely<Database>, userId: string) {
  return db
    .selectFrom("deliveries")
    .leftJoin("reminders", (join) =>
      join.onRef("reminders.id", "=", "deliveries.subject_id").on("deliveries.kind", "=", "reminder"),
    )
    .select(["deliveries.id", "deliveries.kind", "deliveries.channel", "deliveries.state", "deliveries.reason"])
    .select(["deliveries.due_at as dueAt", "deliveries.not_before as notBefore", "deliveries.claimed_at as claimedAt"])
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
