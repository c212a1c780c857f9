import type { MessageType } from "#app/domain/outbox/message-type.ts";
import { type Expression, expressionBuilder, type Kysely, type Transaction } from "kysely";
import { toGoogleEvent } from "../entries/entry-content.ts";
import { recordEntry } from "../entries/record-entry.server.ts";
import {
  type EntryRow,
  findEntries,
  canSkip,
  isKept,
  toEntryTask,
} from "../entries/entry-rows.server.ts";
import { idList } from "#db/sql/values.ts";
import { getMembership } from "#app/domain/people/household/membership.server.ts";
import { findSeriesEvents } from "#app/domain/series/series-events.server.ts";
import { findTasks } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import type { Delivery, Instance, Preparation } from "#app/domain/outbox/preparation.ts";
import type { Reason } from "#app/domain/outbox/reasons.ts";

/** Always sends the newest state: of several deliveries for one entry, only the last is sent. */
export const calendarEventType: MessageType = {
  label: "Calendar event",
  isSequential: true,
  waitsForUser: { isWaiting: hasProblem, note: "Waiting for you in Calendar & Integrations" },
  afterSending: recordEntry,
  describe: describeEntries,
  async prepare(trx, deliveries, instance, now) {
    const rows = await findEntries(trx, { ids: deliveries.map(({ subject_id }) => subject_id) });
    const entries = new Map(rows.map((row) => [row.entry.id, row]));
    const prepared = new Map<string, Preparation>();
    for (const [entryId, some] of Map.groupBy(deliveries, ({ subject_id }) => subject_id)) {
      const entry = entries.get(entryId);
      const newest = some.at(-1);
      for (const older of some.slice(0, -1)) prepared.set(older.id, { cancelled: "superseded" });
      if (entry && newest)
        prepared.set(newest.id, await prepareOne(trx, newest, entry, instance, now));
    }
    return prepared;
  },
};

function hasProblem(db: Kysely<Database>, userId: Expression<string>) {
  return expressionBuilder<Database>().exists(
    db
      .selectFrom("calendar_connections")
      .select("calendar_connections.user_id")
      .where("calendar_connections.user_id", "=", userId)
      .where("calendar_connections.problem", "is not", null),
  );
}

/** Omits titles of tasks in a household that the user has left. */
async function describeEntries(db: Kysely<Database>, userId: string, ids: string[]) {
  const entries = await db
    .selectFrom("calendar_entries")
    .select(["id", "task_id", "series_id"])
    .where("id", "in", idList(ids))
    .execute();
  const series = await findSeriesEvents(
    db,
    entries.flatMap(({ series_id }) => series_id ?? []),
  );
  const taskIds = new Map(series.map(({ seriesId, taskId }) => [seriesId, taskId]));
  const subjects = entries.map(({ id, task_id, series_id }) => ({
    id,
    taskId: task_id ?? taskIds.get(series_id!) ?? "",
  }));
  const tasks = await findTasks(
    db,
    subjects.map(({ taskId }) => taskId),
  );
  const { householdId } = await getMembership(db, userId);
  return new Map(
    subjects.flatMap(({ id, taskId }) => {
      const task = tasks.get(taskId);
      return task?.household_id === householdId ? [[id, task.title]] : [];
    }),
  );
}

async function prepareOne(
  trx: Transaction<Database>,
  delivery: Delivery,
  row: EntryRow,
  instance: Instance,
  now: string,
): Promise<Preparation> {
  const { entry, connection } = row;
  if (!connection) return { cancelled: "not_connected" };
  const { sub, refresh_token: sealedToken } = connection;
  const { event_id: eventId, user_id: userId } = entry;
  const calendarId = entry.calendar_id ?? connection.calendar_id ?? "primary";
  const event = toGoogleEvent(toEntryTask(row), instance);
  const message = {
    sealedToken,
    userId,
    calendarId,
    eventId,
    isThere: entry.is_there === 1,
    event,
  };
  const cancelReason = findCancelReason(row, now);
  if (cancelReason) return { cancelled: cancelReason, to: sub, message };
  // From here on, Google may have the event, whatever it answers.
  const markPlaced = trx
    .updateTable("calendar_entries")
    .set({ calendar_id: calendarId, sub })
    .where("id", "=", entry.id);
  if (delivery.state === "sending") await markPlaced.execute();
  return { to: sub, message };
}

function findCancelReason(row: EntryRow, now: string): Reason | null {
  const { entry, task, isEnabled, isMember } = row;
  // Removes entries of another household's tasks in any case.
  if (!isEnabled && isMember) return "not_wanted";
  if (!entry.is_followed) return "taken_out";
  if (isKept(row)) return "not_a_member";
  if (!canSkip(row, now)) return null;
  if (toEntryTask(row).deleted_at) return task.deleted_at ? "task_deleted" : "withdrawn";
  return task.due_date ? "task_past" : "task_moved";
}
