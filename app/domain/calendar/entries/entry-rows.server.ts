import type { Selectable, Transaction } from "kysely";
import { idList } from "#app/domain/core/id-list.ts";
import { findHouseholdIds } from "#app/domain/household/members/membership.server.ts";
import { findPreferencesByUser } from "#app/domain/preferences/preferences.server.ts";
import { findResponsibleUsers } from "#app/domain/tasks/find-responsible-users.server.ts";
import { findTasks, type Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { type Connection, findConnections } from "../find-connection.server.ts";
import { entryContent, type EntryTask, noEntry } from "./entry-content.ts";

type Entry = Selectable<Database["calendar_entries"]>;

export interface EntryRow {
  entry: Entry;
  task: Task;
  connection: Connection | undefined;
  isEnabled: boolean;
  isMember: boolean;
  isDoer: boolean;
}

export async function findEntries(
  trx: Transaction<Database>,
  filter: { ids: string[] } | { taskIds: string[] } | { userId: string },
): Promise<EntryRow[]> {
  const entries = await entriesQuery(trx, filter).execute();
  if (entries.length === 0) return [];
  const tasks = await findTasks(
    trx,
    entries.map(({ task_id }) => task_id),
  );
  const responsible = await findResponsibleUsers(trx, [...tasks.values()]);
  const userIds = [...new Set(entries.map(({ user_id }) => user_id))];
  const connections = await findConnections(trx, userIds);
  const preferences = await findPreferencesByUser(trx, userIds);
  const householdIds = await findHouseholdIds(trx, userIds);
  return entries.flatMap((entry) => {
    const { user_id, task_id } = entry;
    const task = tasks.get(task_id);
    if (!task) return [];
    return {
      entry,
      task,
      connection: connections.get(user_id),
      isEnabled: preferences.get(user_id)?.google_calendar_enabled === 1,
      isMember: householdIds.get(user_id) === task.household_id,
      isDoer: Object.values(responsible.get(task_id) ?? {}).includes(user_id),
    };
  });
}

function entriesQuery(
  trx: Transaction<Database>,
  filter: { ids: string[] } | { taskIds: string[] } | { userId: string },
) {
  const entries = trx.selectFrom("calendar_entries").selectAll();
  if ("ids" in filter) return entries.where("id", "in", idList(filter.ids));
  return "taskIds" in filter
    ? entries.where("task_id", "in", idList(filter.taskIds))
    : entries.where("user_id", "=", filter.userId);
}

/** Treats the task as deleted for a former delegate, unless they added the entry by hand. */
export function toEntryTask({ entry, task, isDoer }: EntryRow): EntryTask {
  return { ...task, deleted_at: entry.is_by_hand || isDoer ? task.deleted_at : entry.created_at };
}

/** Skips entries that Google never had and that are deleted, undated or past. */
export function canSkip(row: EntryRow, now: string): boolean {
  const { entry, task } = row;
  if (entry.calendar_id !== null) return false;
  const isPast = task.due_date !== null && task.due_date < now;
  return entryContent(toEntryTask(row)) === noEntry || (isPast && !entry.is_asked);
}
