import { hash } from "node:crypto";
import type { Kysely } from "kysely";
import { toCalendarEvent } from "#app/domain/calendar/files/calendar-event.ts";
import { writeCalendar } from "#app/domain/calendar/files/calendar-file.server.ts";
import { mapInSlices } from "#app/domain/core/in-slices.ts";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import { listSyncedItems, type SyncedItem } from "#app/domain/lists/synced-items.server.ts";
import { countBefore, datesBetween } from "#app/domain/recurrence/dates.server.ts";
import { writeRule } from "#app/domain/recurrence/rule.ts";
import {
  type CustomReminder,
  listCustomReminders,
} from "#app/domain/reminders/lists/custom-minutes.server.ts";
import { findCalendarSeries } from "#app/domain/series/calendar-series.server.ts";
import { findDoneDates } from "#app/domain/series/done-dates.server.ts";
import {
  datedRule,
  excludedOn,
  findOccurrences,
  type Occurrence,
  type Series,
} from "#app/domain/series/occurrences/series.server.ts";
import { findTasks, type Task } from "#app/domain/tasks/find-tasks.server.ts";
import { describeForCalendars } from "#app/domain/tasks/lists/describe-for-calendars.server.ts";
import type { Database } from "#db/schema.ts";
import type { AppViewer } from "./app-viewer.ts";
import type { Calendar } from "./calendars.server.ts";
import { type Due, type Fields, fitDescription, noFields } from "./fields.ts";
import { textFor } from "./own-lines.ts";
import { type Library, loadLibrary, readObject } from "./read-object.server.ts";
import type { DavObject } from "./dav-object.ts";
import { type Kept, type Shown, writeObject } from "./write-object.server.ts";

export interface ShownObject {
  row: DavObject;
  text: string;
  tag: string;
}

/** The same text always has the same tag. */
export const objectTag = (text: string): string =>
  `"${hash("sha256", text, "base64url").slice(0, 22)}"`;

/** Writes objects as the viewer gets them. Omits objects that are gone by now. */
export async function showObjects(
  db: Kysely<Database>,
  viewer: AppViewer,
  calendar: Calendar,
  rows: readonly DavObject[],
): Promise<ShownObject[]> {
  if (rows.length === 0) return [];
  if (calendar.holds.type === "events") return showEvents(db, rows);
  const library = await loadLibrary();
  const shown = await findShown(db, viewer, calendar, rows);
  return rows.flatMap((row) => {
    const now = shown.get(row);
    if (!now) return [];
    const text = writeObject(library, keptFor(library, viewer, row, calendar), now);
    return [{ row, text, tag: objectTag(text) }];
  });
}

/** Writes events as in Mila's calendar feeds, by the same UIDs. */
async function showEvents(
  db: Kysely<Database>,
  rows: readonly DavObject[],
): Promise<ShownObject[]> {
  const ids = rows.flatMap(({ task_id }) => task_id ?? []);
  const tasks = await describeForCalendars(db, [...(await findTasks(db, ids)).values()]);
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const series = await findCalendarSeries(db, ids);
  const shown = await mapInSlices(rows, async (row) => {
    const task = byId.get(row.task_id ?? "");
    if (!task?.due_date || task.deleted_at) return [];
    const { due_date } = task;
    const changedAt = task.changed_at ?? task.created_at;
    const about = { uid: series.get(task.id)?.uid, changedAt, url: null, remindersAt: [] };
    const text = await writeCalendar([toCalendarEvent({ ...task, due_date }, about)]);
    return [{ row, text, tag: objectTag(text) }];
  });
  return (await Promise.all(shown)).flat();
}

export function keptFor(
  library: Library,
  viewer: AppViewer,
  row: DavObject,
  { holds }: Pick<Calendar, "holds">,
): (Kept & { isOwn: boolean }) | null {
  const { timeZone } = viewer;
  const kept = textFor(row, viewer);
  if (!kept || kept.isOwn || holds.type === "items") return kept;
  const hasAlarms = kept.content.includes("BEGIN:VALARM");
  const alarms = hasAlarms ? readObject(library, kept.content, timeZone).fields.alarms : [];
  return { ...kept, fields: { ...kept.fields, alarms } };
}

export async function findShown(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  { holds }: Pick<Calendar, "holds">,
  rows: readonly DavObject[],
): Promise<Map<DavObject, Shown>> {
  if (holds.type === "tasks") return findShownTasks(db, viewer, rows);
  if (holds.type === "events") return new Map();
  const items = await listSyncedItems(db, viewer.householdId, holds.listId);
  const byId = new Map(items.map((item) => [item.id, item]));
  const found = rows.flatMap((row): [DavObject, Shown][] => {
    const item = byId.get(row.subject_id);
    return item ? [[row, shownItem(item, row.uid, viewer)]] : [];
  });
  return new Map(found);
}

function shownItem(item: SyncedItem, uid: string, { timeZone }: ZonedViewer): Shown {
  const { name: title, added_at: createdAt, ticked_at: doneAt } = item;
  const fields = { ...noFields, title, isDone: doneAt !== null, doneAt };
  const changedAt = item.tick_changed_at ?? createdAt;
  return { uid, fields, createdAt, changedAt, timeZone, openOn: null, doneOn: new Map() };
}

async function findShownTasks(
  db: Kysely<Database>,
  viewer: ZonedViewer,
  rows: readonly DavObject[],
): Promise<Map<DavObject, Shown>> {
  const ids = rows.flatMap(({ task_id }) => task_id ?? []);
  const tasks = await findTasks(db, ids);
  const found = await findOccurrences(db, ids);
  const repeats = new Map(found.map((each) => [each.occurrence.task_id, each]));
  const reminders = await listCustomReminders(db, ids);
  const own = Map.groupBy(
    reminders.filter(({ user_id }) => user_id === viewer.userId),
    ({ task_id }) => task_id,
  );
  const shown = new Map<DavObject, Shown>();
  for (const row of rows) {
    const task = tasks.get(row.task_id ?? "");
    if (!task || task.deleted_at) continue;
    const isSeries = row.subject_id !== task.id;
    const series = isSeries ? repeats.get(task.id) : undefined;
    const isByExceptions = row.content?.includes("RECURRENCE-ID") === true;
    shown.set(row, {
      uid: row.uid,
      fields: fieldsOf(task, series, own.get(task.id) ?? []),
      createdAt: task.created_at,
      changedAt: task.changed_at ?? task.created_at,
      timeZone: viewer.timeZone,
      openOn: series?.occurrence.occurs_on ?? null,
      doneOn: series && isByExceptions ? await findDoneDates(db, series.series.id) : new Map(),
    });
  }
  return shown;
}

type Found = { occurrence: Occurrence; series: Series };

function fieldsOf(
  task: Task,
  repeats: Found | undefined,
  reminders: readonly CustomReminder[],
): Fields {
  const due = dueOf(task);
  const isDone = task.is_completed === 1;
  return {
    title: task.title,
    description: fitDescription(task.description ?? ""),
    due,
    isDone,
    doneAt: isDone ? task.done_at : null,
    ...(repeats && due ? repetitionOf(repeats) : { rule: null, excluded: [] }),
    alarms: due ? [...new Set(reminders.map(({ minutes_before }) => minutes_before))] : [],
  };
}

function dueOf({ due_local: local, due_time_zone: timeZone, due_has_time }: Task): Due | null {
  if (!local || !timeZone) return null;
  return due_has_time ? { local, timeZone } : { on: local.slice(0, 10) };
}

const farAhead = "9000-01-01";
const maxExcluded = 200;

function repetitionOf({ series, occurrence }: Found): Pick<Fields, "rule" | "excluded"> {
  if (series.ended_at !== null) return { rule: null, excluded: [] };
  const dated = datedRule(series);
  if (!dated) return { rule: series.rule, excluded: [] };
  const { occurs_on: on } = occurrence;
  const { rule, startsOn } = dated;
  const count = rule.count && Math.max(1, rule.count - countBefore(dated, on));
  const all = { rule, startsOn, excludedOn: [] };
  const inPauses = series.paused
    .filter(({ to }) => to >= on && to < farAhead)
    .flatMap(({ from, to }) => datesBetween(all, from > on ? from : on, to));
  const left = [...inPauses, ...excludedOn(series).filter((day) => day >= on)];
  return {
    rule: writeRule({ ...rule, count }),
    excluded: [...new Set(left)].toSorted().slice(0, maxExcluded),
  };
}
