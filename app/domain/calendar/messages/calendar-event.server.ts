import type { MessageType } from "#app/domain/outbox/message-type.ts";
import { type Expression, expressionBuilder, type Kysely, type Transaction } from "kysely";
import { googleEvent } from "../entries/entry-content.ts";
import { minutesBeforeOf } from "../entries/entry-reminders.server.ts";
import { recordEntry } from "../entries/record-entry.server.ts";
import { type EntryRow, findEntries, isPointless, taskOf } from "../entries/entry-rows.server.ts";
import type { Database } from "#db/schema.ts";
import type { Delivery, Preparation } from "#app/domain/outbox/preparation.ts";
import type { Reason } from "#app/domain/outbox/reasons.ts";

/** A task's entry in somebody's calendar, in its newest state. Of several about one entry the last is enough. */
export const calendarEventType: MessageType = {
  label: "Calendar event",
  isSequential: true,
  waitsForUser: { isWaiting: hasProblem, note: "Waiting for you in Calendar & Integrations" },
  afterSending: recordEntry,
  describe: describeEntries,
  async prepare(trx, deliveries, { origin }, now) {
    const rows = await findEntries(trx, { ids: deliveries.map(({ subject_id }) => subject_id) });
    const entries = new Map(rows.map((row) => [row.id, row]));
    const prepared = new Map<string, Preparation>();
    for (const [entryId, some] of Map.groupBy(deliveries, ({ subject_id }) => subject_id)) {
      const entry = entries.get(entryId);
      const newest = some.at(-1);
      for (const older of some.slice(0, -1)) prepared.set(older.id, { cancelled: "superseded" });
      if (entry && newest) prepared.set(newest.id, await prepareOne(trx, newest, entry, origin, now));
    }
    return prepared;
  },
};

/** Nothing goes there until the user connects again, or chooses another calendar. */
function hasProblem(db: Kysely<Database>, userId: Expression<string>) {
  return expressionBuilder<Database>().exists(
    db
      .selectFrom("calendar_connections")
      .select("calendar_connections.user_id")
      .where("calendar_connections.user_id", "=", userId)
      .where("calendar_connections.problem", "is not", null),
  );
}

/** The tasks' titles. What a task is called in a household they have left is not theirs to know. */
async function describeEntries(db: Kysely<Database>, userId: string, ids: string[]) {
  const rows = await db
    .selectFrom("calendar_entries as entry")
    .innerJoin("tasks", "tasks.id", "entry.task_id")
    .innerJoin("household_members as member", "member.household_id", "tasks.household_id")
    .select(["entry.id", "tasks.title"])
    .where("entry.id", "in", ids)
    .where("member.user_id", "=", userId)
    .execute();
  return new Map(rows.map(({ id, title }) => [id, title]));
}

async function prepareOne(
  trx: Transaction<Database>,
  delivery: Delivery,
  entry: EntryRow,
  origin: string,
  now: string,
): Promise<Preparation> {
  const { sub, refresh_token: sealedToken, event_id: eventId, user_id: userId } = entry;
  if (!sub || !sealedToken) return { cancelled: "not_connected" };
  const calendarId = entry.calendar_id ?? entry.chosen_calendar_id ?? "primary";
  const event = googleEvent(taskOf(entry), origin, await minutesBeforeOf(trx, entry));
  const message = { sealedToken, userId, calendarId, eventId, isThere: entry.is_there === 1, event };
  const against = reasonAgainst(entry, now);
  if (against) return { cancelled: against, to: sub, message };
  // From here on it may be there, whatever Google answers.
  const where = trx.updateTable("calendar_entries").set({ calendar_id: calendarId }).where("id", "=", entry.id);
  if (delivery.state === "sending") await where.execute();
  return { to: sub, message };
}

function reasonAgainst(entry: EntryRow, now: string): Reason | null {
  if (!entry.is_on) return "not_wanted";
  if (!entry.is_followed) return "taken_out";
  if (!entry.member_id) return "not_a_member";
  if (!isPointless(entry, now)) return null;
  if (taskOf(entry).deleted_at) return entry.deleted_at ? "task_deleted" : "withdrawn";
  return entry.due_date ? "task_past" : "task_moved";
}
