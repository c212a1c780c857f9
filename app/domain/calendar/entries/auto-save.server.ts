import type { Transaction } from "kysely";
import { idList } from "#db/sql/values.ts";
import { findHouseholdIds } from "#app/domain/people/household/membership.server.ts";
import { findPreferencesByUser } from "#app/domain/preferences/preferences.server.ts";
import { findResponsibleUsers } from "#app/domain/tasks/find-responsible-users.server.ts";
import { findSeriesEvents, findSeriesIds } from "#app/domain/series/series-events.server.ts";
import { findTasks, type Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { findConnections } from "../find-connection.server.ts";
import { findSeriesEntries } from "./series-entries.server.ts";
import { newEntry } from "./new-entry.ts";

/**
 * Adds upcoming tasks once to the calendars of those who added them and those who do them:
 * a deleted entry does not come back, nor does a deleted series. `syncEntries` sends them.
 */
export async function autoSave(
  trx: Transaction<Database>,
  { taskIds }: { taskIds: string[] },
  now: string,
): Promise<void> {
  if (taskIds.length === 0) return;
  for (const { userId, task } of await findNewEntries(trx, taskIds, now)) {
    await trx
      .insertInto("calendar_entries")
      .values({ ...newEntry(now), task_id: task.id, user_id: userId })
      .execute();
  }
}

async function findNewEntries(trx: Transaction<Database>, taskIds: string[], now: string) {
  const open = [...(await findTasks(trx, taskIds)).values()].filter(
    ({ due_date, is_completed, deleted_at }) => due_date !== null && !is_completed && !deleted_at,
  );
  const isToCome = ({ due_date }: Task) => due_date! > now;
  const continued = await findContinued(
    trx,
    open.filter((task) => !isToCome(task)),
  );
  const tasks = open.filter((task) => isToCome(task) || continued.has(task.id));
  if (tasks.length === 0) return [];
  const responsible = await findResponsibleUsers(trx, tasks);
  const candidates = tasks.flatMap((task) => {
    const { creatorId, doerId } = responsible.get(task.id)!;
    return [...new Set([creatorId, doerId])].flatMap((userId) =>
      userId ? [{ userId, task }] : [],
    );
  });
  const preferences = await findPreferencesByUser(trx, idsOf(candidates));
  const saved = candidates.filter(({ userId }) => {
    const { auto_save_to_calendar: hasAutoSave, google_calendar_enabled: isEnabled } =
      preferences.get(userId) ?? {};
    return hasAutoSave === 1 && isEnabled === 1;
  });
  if (saved.length === 0) return [];
  const userIds = idsOf(saved);
  const connections = await findConnections(trx, userIds);
  const householdIds = await findHouseholdIds(trx, userIds);
  const existing = await trx
    .selectFrom("calendar_entries")
    .select(["task_id", "user_id"])
    .where("task_id", "in", idList(tasks.map(({ id }) => id)))
    .execute();
  const wanted = saved.filter(({ userId, task }) => {
    const hasEntry = existing.some(
      ({ task_id, user_id }) => task_id === task.id && user_id === userId,
    );
    const isMember = householdIds.get(userId) === task.household_id;
    return connections.has(userId) && isMember && !hasEntry;
  });
  if (wanted.length === 0) return [];
  const followsSeries = await findSeriesEntries(trx, taskIds);
  return wanted.filter(({ userId, task }) => followsSeries(task.id, userId) !== 0);
}

/**
 * Finds overdue tasks whose series goes on. Google gets the dates that follow them, but not these
 * entries.
 */
async function findContinued(trx: Transaction<Database>, overdue: Task[]): Promise<Set<string>> {
  if (overdue.length === 0) return new Set();
  const seriesIds = await findSeriesIds(
    trx,
    overdue.map(({ id }) => id),
  );
  const events = await findSeriesEvents(trx, seriesIds);
  return new Set(events.flatMap(({ taskId, start }) => (start === null ? [] : [taskId])));
}

const idsOf = (candidates: { userId: string }[]) => [
  ...new Set(candidates.map(({ userId }) => userId)),
];
