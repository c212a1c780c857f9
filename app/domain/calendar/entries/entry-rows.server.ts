import type { Transaction } from "kysely";
import type { Database } from "#db/schema.ts";
import { entryContent, type EntryTask, noEntry } from "./entry-content.ts";

export type EntryRow = Awaited<ReturnType<typeof findEntries>>[number];

/** Entries with everything that they depend on: of these ids, of these tasks, or all of a person's. */
export async function findEntries(
  trx: Transaction<Database>,
  of: { ids: string[] } | { taskIds: string[] } | { userId: string },
) {
  const entries = trx
    .selectFrom("calendar_entries as entry")
    .innerJoin("tasks", "tasks.id", "entry.task_id")
    .innerJoin("user_preferences as preferences", "preferences.user_id", "entry.user_id")
    .leftJoin("calendar_connections as connection", "connection.user_id", "entry.user_id")
    .leftJoin("household_members as member", (join) =>
      join.onRef("member.user_id", "=", "entry.user_id").onRef("member.household_id", "=", "tasks.household_id"),
    )
    .leftJoin("family_members as delegate", (join) =>
      join
        .onRef("delegate.id", "=", "tasks.delegated_to")
        .onRef("delegate.linked_user_id", "=", "entry.user_id")
        .on("tasks.delegation_status", "=", "accepted"),
    )
    .selectAll("entry")
    .select(["member.id as member_id", "delegate.id as delegate_id", "preferences.google_calendar_enabled as is_on"])
    .select(["connection.sub", "connection.refresh_token", "connection.calendar_id as chosen_calendar_id"])
    .select(["tasks.user_id as maker_id", "tasks.title", "tasks.description", "tasks.due_date", "tasks.due_time_zone"])
    .select(["tasks.is_completed", "tasks.deleted_at"]);
  const wanted =
    "ids" in of
      ? entries.where("entry.id", "in", of.ids)
      : "taskIds" in of
        ? entries.where("entry.task_id", "in", of.taskIds)
        : entries.where("entry.user_id", "=", of.userId);
  return wanted.execute();
}

/** The task as its entry shows it; as deleted for who had it there only for having said that they would do it. */
export function taskOf(row: EntryRow): EntryTask {
  const isTheirs = row.is_by_hand || row.user_id === row.maker_id || row.delegate_id;
  return { ...row, id: row.task_id, deleted_at: isTheirs ? row.deleted_at : row.created_at };
}

/** Whether there is nothing to be done: it was never there, and is not to be, or would be in the past. */
export function isPointless(row: EntryRow, now: string): boolean {
  if (row.calendar_id !== null) return false;
  const isPast = row.due_date !== null && row.due_date < now;
  return entryContent(taskOf(row)) === noEntry || (isPast && !row.is_asked);
}
