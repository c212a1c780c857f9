import type { Selectable, Transaction } from "kysely";
import { idList } from "#app/domain/core/id-list.ts";
import { findHomes } from "#app/domain/household/members/membership.server.ts";
import { findPreferencesOf } from "#app/domain/preferences/preferences.server.ts";
import { findResponsibleUsers } from "#app/domain/tasks/find-responsible-users.server.ts";
import { findTasks, type Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { type Connection, findConnections } from "../find-connection.server.ts";
import { entryContent, type EntryTask, noEntry } from "./entry-content.ts";

type Entry = Selectable<Database["calendar_entries"]>;

/** An entry with everything that it depends on. */
export interface EntryRow {
  entry: Entry;
  task: Task;
  /** Undefined while the person is not connected. */
  connection: Connection | undefined;
  /** Google Calendar is switched on. */
  isOn: boolean;
  isMember: boolean;
  /** The person made the task, or has said that they will do it. */
  isDoer: boolean;
}

/** Entries of these ids, of these tasks, or all of a person's. */
export async function findEntries(
  trx: Transaction<Database>,
  of: { ids: string[] } | { taskIds: string[] } | { userId: string },
): Promise<EntryRow[]> {
  const entries = await entriesQuery(trx, of).execute();
  if (entries.length === 0) return [];
  const tasks = await findTasks(
    trx,
    entries.map(({ task_id }) => task_id),
  );
  const responsible = await findResponsibleUsers(trx, [...tasks.values()]);
  const userIds = [...new Set(entries.map(({ user_id }) => user_id))];
  const connections = await findConnections(trx, userIds);
  const preferences = await findPreferencesOf(trx, userIds);
  const homes = await findHomes(trx, userIds);
  return entries.flatMap((entry) => {
    const { user_id, task_id } = entry;
    const task = tasks.get(task_id);
    if (!task) return [];
    return {
      entry,
      task,
      connection: connections.get(user_id),
      isOn: preferences.get(user_id)?.google_calendar_enabled === 1,
      isMember: homes.get(user_id) === task.household_id,
      isDoer: Object.values(responsible.get(task_id) ?? {}).includes(user_id),
    };
  });
}

function entriesQuery(trx: Transaction<Database>, of: { ids: string[] } | { taskIds: string[] } | { userId: string }) {
  const entries = trx.selectFrom("calendar_entries").selectAll();
  if ("ids" in of) return entries.where("id", "in", idList(of.ids));
  return "taskIds" in of
    ? entries.where("task_id", "in", idList(of.taskIds))
    : entries.where("user_id", "=", of.userId);
}

/** The task as its entry shows it; as deleted for who had it there only for having said that they would do it. */
export function taskOf({ entry, task, isDoer }: EntryRow): EntryTask {
  return { ...task, deleted_at: entry.is_by_hand || isDoer ? task.deleted_at : entry.created_at };
}

/** Whether there is nothing to be done: it was never there, and is not to be, or would be in the past. */
export function isPointless(row: EntryRow, now: string): boolean {
  const { entry, task } = row;
  if (entry.calendar_id !== null) return false;
  const isPast = task.due_date !== null && task.due_date < now;
  return entryContent(taskOf(row)) === noEntry || (isPast && !entry.is_asked);
}
