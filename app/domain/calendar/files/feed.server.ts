import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import { getMembership } from "#app/domain/people/household/membership.server.ts";
import { findRevision } from "#app/domain/people/revision.server.ts";
import { findCalendarSeries, listLaterDates } from "#app/domain/series/calendar-series.server.ts";
import { type DatedTask, listNearestTasks } from "#app/domain/tasks/lists/dated-tasks.server.ts";
import { describeForCalendars } from "#app/domain/tasks/lists/describe-for-calendars.server.ts";
import { mapInSlices } from "#app/domain/core/in-slices.ts";
import { findPendingReminders } from "#app/domain/reminders/lists/pending-reminders.server.ts";
import type { Category, Database } from "#db/schema.ts";
import { maxFeedEvents } from "#app/services/shares.server.ts";
import { type CalendarEvent, toCalendarEvent } from "./calendar-event.ts";
import { readCategories } from "./feed-settings.server.ts";

export interface Feed {
  id: string;
  userId: string;
  householdId: string;
  categories: Category[];
  revision: number;
  changedAt: string;
}

const maxCompletedDays = 30;

export async function findFeed(
  db: Kysely<Database>,
  link: { id: string; version: number },
): Promise<Feed | undefined> {
  const row = await db
    .selectFrom("calendar_feeds")
    .select(["user_id", "categories", "changed_at"])
    .where("id", "=", link.id)
    .where("version", "=", link.version)
    .executeTakeFirst();
  if (!row) return undefined;
  const { householdId, joinedAt } = await getMembership(db, row.user_id);
  const { revision, revisedAt } = await findRevision(db, householdId);
  const changedAt = [row.changed_at, joinedAt, revisedAt ?? ""].toSorted().at(-1)!;
  return {
    id: link.id,
    userId: row.user_id,
    householdId,
    revision,
    changedAt,
    categories: readCategories(row.categories),
  };
}

/**
 * Returns the state for the ETag. It changes every day (UTC), because old completed tasks drop out,
 * and after a restore, when a revision comes a second time.
 */
export function feedState(
  {
    householdId,
    revision,
    categories,
    changedAt,
  }: Pick<Feed, "householdId" | "revision" | "categories" | "changedAt">,
  origin: string | null,
  now: string = nowIso(),
): { tag: string; changedAt: string } {
  const midnight = startOfDay(now);
  const content = JSON.stringify([householdId, revision, changedAt, categories, midnight, origin]);
  const tag = createHash("sha256").update(content).digest("base64url").slice(0, 22);
  return { tag, changedAt: changedAt > midnight ? changedAt : midnight };
}

/** Decision 0010. */
const daysAhead = 90;

/**
 * Lists the events nearest to now. Includes deleted tasks, as cancelled events, for as long as they
 * are stored, and future dates of repeating tasks.
 */
export async function listFeedEvents(
  db: Kysely<Database>,
  {
    userId,
    householdId,
    categories,
    changedAt,
  }: Pick<Feed, "userId" | "householdId" | "categories" | "changedAt">,
  origin: string | null,
  now: string = nowIso(),
): Promise<CalendarEvent[]> {
  const since = earlierBy(startOfDay(now), { hours: 24 * maxCompletedDays });
  const wanted = { categories, since, now, max: maxFeedEvents };
  const tasks = await describeForCalendars(db, await listNearestTasks(db, householdId, wanted));
  const taskIds = tasks.map(({ id }) => id);
  const reminders = await findPendingReminders(db, userId, taskIds);
  const series = await findCalendarSeries(db, taskIds);
  const toEvent = (task: DatedTask, uid: string | undefined, remindersAt: string[] = []) =>
    toCalendarEvent(task, {
      uid,
      changedAt,
      url: origin && `${origin}/tasks/${task.id}`,
      remindersAt,
    });
  const events = await mapInSlices(tasks, (task) =>
    toEvent(task, series.get(task.id)?.uid, reminders.get(task.id)),
  );
  const open = new Map(
    tasks.flatMap((task) =>
      task.deleted_at || task.is_completed ? [] : [[task.id, task] as const],
    ),
  );
  const openSeries = new Map([...series].filter(([taskId]) => open.has(taskId)));
  const dates = await listLaterDates(db, openSeries, { now, days: daysAhead, max: maxFeedEvents });
  const later = await mapInSlices(dates, ({ taskId, uid, start }) =>
    toEvent({ ...open.get(taskId)!, due_date: start, version: 0 }, uid),
  );
  return nearest(withLater(events, later), now);
}

/**
 * A date that came back is in both lists, as cancelled and confirmed: the new event must follow the
 * cancelled one.
 */
function withLater(events: CalendarEvent[], later: CalendarEvent[]): CalendarEvent[] {
  const isCancelled = ({ status }: CalendarEvent) => status === "CANCELLED";
  const cancelled = new Map(events.filter(isCancelled).map((event) => [event.uid, event]));
  const shown = later.map((event) => ({
    ...event,
    sequence: (cancelled.get(event.uid)?.sequence ?? -1) + 1,
  }));
  const confirmed = [...events.filter((event) => !isCancelled(event)), ...shown];
  for (const { uid } of confirmed) cancelled.delete(uid);
  const isKept = (event: CalendarEvent) =>
    !isCancelled(event) || cancelled.get(event.uid) === event;
  return [...events.filter(isKept), ...shown];
}

function nearest(events: CalendarEvent[], now: string): CalendarEvent[] {
  if (events.length <= maxFeedEvents) return events;
  const distance = ({ start }: CalendarEvent) => Math.abs(Date.parse(start) - Date.parse(now));
  return events.toSorted((one, other) => distance(one) - distance(other)).slice(0, maxFeedEvents);
}

const startOfDay = (now: string) => `${now.slice(0, 10)}T00:00:00.000Z`;
