import type { Kysely, Selectable } from "kysely";
import { idList } from "#db/sql/values.ts";
import { findHouseholdIds } from "#app/domain/people/household/membership.server.ts";
import { findPreferencesByUser } from "#app/domain/preferences/preferences.server.ts";
import { findPlannedMinutes } from "#app/domain/reminders/lists/planned-minutes.server.ts";
import { findSeriesEvents } from "#app/domain/series/series-events.server.ts";
import { findResponsibleUsers } from "#app/domain/tasks/find-responsible-users.server.ts";
import { findTasks, type Task } from "#app/domain/tasks/find-tasks.server.ts";
import { describeForCalendars } from "#app/domain/tasks/lists/describe-for-calendars.server.ts";
import { compileOnce } from "#db/sql/compile-once.ts";
import type { Database } from "#db/schema.ts";
import { type Connection, findConnections } from "../find-connection.server.ts";
import { entryContent, type EntryTask, noEntry } from "./entry-content.ts";

type Entry = Selectable<Database["calendar_entries"]>;

export interface EntryRow {
  entry: Entry;
  /** An entry of a series has the newest task, with the dates that follow. */
  task: Task & Pick<EntryTask, "recurrence" | "minutesBefore">;
  connection: Connection | undefined;
  isEnabled: boolean;
  isMember: boolean;
  isDoer: boolean;
}

export type Filter =
  | { ids: string[] }
  | { taskIds: string[] }
  | { seriesIds: string[] }
  | { userId: string };

export async function findEntries(db: Kysely<Database>, filter: Filter): Promise<EntryRow[]> {
  const entries = await ("taskIds" in filter
    ? listByTasks(db, filter.taskIds)
    : entriesQuery(db, filter).execute());
  if (entries.length === 0) return [];
  const ids = entries.flatMap(({ task_id }) => task_id ?? []);
  const found = [...(await findTasks(db, ids)).values()];
  const tasks = new Map((await describeForCalendars(db, found)).map((task) => [task.id, task]));
  const series = await findSeriesTasks(
    db,
    entries.flatMap(({ series_id }) => series_id ?? []),
  );
  const responsible = await findResponsibleUsers(db, [...tasks.values()]);
  const userIds = [...new Set(entries.map(({ user_id }) => user_id))];
  const connections = await findConnections(db, userIds);
  const preferences = await findPreferencesByUser(db, userIds);
  const householdIds = await findHouseholdIds(db, userIds);
  const plannedMinutes = await findPlannedMinutes(db, [...tasks.values()], userIds);
  return entries.flatMap((entry) => {
    const { user_id, task_id, series_id } = entry;
    const own = tasks.get(task_id ?? "") ?? series.get(series_id ?? "");
    if (!own) return [];
    // Reminders of a series belong to its open occurrence.
    const minutesBefore = task_id ? plannedMinutes(task_id, user_id) : [];
    const task = { ...own, minutesBefore };
    const { auto_save_to_calendar: hasAutoSave, google_calendar_enabled: isEnabled } =
      preferences.get(user_id) ?? {};
    const isOwnSeries = hasAutoSave === 1 && task.user_id === user_id;
    return {
      entry,
      task,
      connection: connections.get(user_id),
      isEnabled: isEnabled === 1,
      isMember: householdIds.get(user_id) === task.household_id,
      isDoer: series_id
        ? isOwnSeries
        : Object.values(responsible.get(task.id) ?? {}).includes(user_id),
    };
  });
}

/**
 * Maps series ids to tasks that begin with the first date after the open one, or without a date if
 * nothing follows.
 */
async function findSeriesTasks(db: Kysely<Database>, seriesIds: string[]) {
  if (seriesIds.length === 0) return new Map<string, Task & Pick<EntryTask, "recurrence">>();
  const events = await findSeriesEvents(db, seriesIds);
  const tasks = await findTasks(
    db,
    events.map(({ taskId }) => taskId),
  );
  const described = events.map((event) => {
    const { taskId: id } = event;
    return { ...event, id, has_checklist: tasks.get(id)?.has_checklist ?? (0 as const) };
  });
  return new Map(
    (await describeForCalendars(db, described)).flatMap((event) => {
      const task = tasks.get(event.taskId);
      const dates = {
        due_date: event.start,
        due_time_zone: event.timeZone,
        recurrence: event.recurrence,
        is_completed: 0 as const,
      };
      const { seriesId, title, description } = event;
      return task ? [[seriesId, { ...task, title, description, ...dates }]] : [];
    }),
  );
}

/** Compiled once, because it runs after every change to a task. */
const listByTasks = compileOnce((db, taskIds: string[]) => entriesQuery(db, { taskIds }));

function entriesQuery(db: Kysely<Database>, filter: Filter) {
  const entries = db.selectFrom("calendar_entries").selectAll();
  if ("ids" in filter) return entries.where("id", "in", idList(filter.ids));
  if ("seriesIds" in filter) return entries.where("series_id", "in", idList(filter.seriesIds));
  return "taskIds" in filter
    ? entries.where("task_id", "in", idList(filter.taskIds))
    : entries.where("user_id", "=", filter.userId);
}

/**
 * Treats the task as deleted for someone who left the household, and for a former delegate who did
 * not add the entry by hand.
 */
export function toEntryTask({ entry, task, isDoer, isMember }: EntryRow): EntryTask {
  const isOwn = isMember && (entry.is_by_hand || isDoer);
  return { ...task, deleted_at: isOwn ? task.deleted_at : entry.created_at };
}

/** A former member keeps an entry that `syncEntries` has not decided to remove. */
export function isKept({ entry, isMember }: EntryRow): boolean {
  return !isMember && entry.content !== noEntry;
}

/** Skips entries that Google never had and that are deleted, undated or past. */
export function canSkip(row: EntryRow, now: string): boolean {
  const { entry, task } = row;
  if (entry.calendar_id !== null) return false;
  const isPast = task.due_date !== null && task.due_date < now;
  return entryContent(toEntryTask(row)) === noEntry || (isPast && !entry.is_asked);
}
