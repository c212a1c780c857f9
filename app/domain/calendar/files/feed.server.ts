import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import { getMembership } from "#app/domain/household/members/membership.server.ts";
import { findRevision } from "#app/domain/household/revision.server.ts";
import { findCalendarSeries } from "#app/domain/series/calendar/calendar-series.server.ts";
import { listDatedTasks } from "#app/domain/tasks/lists/dated-tasks.server.ts";
import { listPendingReminders } from "#app/domain/reminders/lists/pending-reminders.server.ts";
import type { Category, Database } from "#db/schema.ts";
import { type CalendarEvent, toCalendarEvent } from "./calendar-event.ts";
import { readCategories } from "./feed-settings.server.ts";

export interface Feed {
  userId: string;
  householdId: string;
  categories: Category[];
  revision: number;
  changedAt: string;
}

const maxCompletedDays = 30;

export async function findFeed(db: Kysely<Database>, link: { id: string; version: number }): Promise<Feed | undefined> {
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
  return { userId: row.user_id, householdId, revision, changedAt, categories: readCategories(row.categories) };
}

/** For the ETag. The tag changes every day (UTC), because old completed tasks drop out. */
export function feedState(
  { householdId, revision, categories, changedAt }: Feed,
  origin: string | null,
  now: string = nowIso(),
): { tag: string; changedAt: string } {
  const midnight = startOfDay(now);
  const content = JSON.stringify([householdId, revision, categories, midnight, origin]);
  const tag = createHash("sha256").update(content).digest("base64url").slice(0, 22);
  return { tag, changedAt: changedAt > midnight ? changedAt : midnight };
}

/** The 90 days of decision 0010, of a daily task for each of 20 people. */
const [daysAhead, maxLater] = [90, 1_800];

/** Includes deleted tasks, as cancelled events, while they are kept, and what repeating tasks come to. */
export async function listFeedEvents(
  db: Kysely<Database>,
  { userId, householdId, categories, changedAt }: Feed,
  origin: string | null,
  now: string = nowIso(),
): Promise<CalendarEvent[]> {
  const since = earlierBy(startOfDay(now), { hours: 24 * maxCompletedDays });
  const tasks = await listDatedTasks(db, householdId, { categories, since });
  const reminders = await listPendingReminders(db, userId);
  const remindersByTask = Map.groupBy(reminders, ({ task_id }) => task_id);
  const taskIds = tasks.map(({ id }) => id);
  const series = await findCalendarSeries(db, taskIds, { now, days: daysAhead });
  const urlOf = (taskId: string) => origin && `${origin}/tasks/${taskId}`;
  const events = tasks.map((task) => {
    const remindersAt = remindersByTask.get(task.id)?.map(({ scheduled_at }) => scheduled_at) ?? [];
    const uid = series.get(task.id)?.uid;
    return toCalendarEvent(task, { uid, changedAt, url: urlOf(task.id), remindersAt });
  });
  const later = tasks.flatMap((task) => {
    if (task.deleted_at || task.is_completed) return [];
    return (series.get(task.id)?.later ?? []).map(({ uid, start }) =>
      toCalendarEvent(
        { ...task, due_date: start, version: 0 },
        { uid, changedAt, url: urlOf(task.id), remindersAt: [] },
      ),
    );
  });
  return withLater(events, later);
}

/** One that was taken back is in both: its new event must follow the cancelled one. */
function withLater(events: CalendarEvent[], later: CalendarEvent[]): CalendarEvent[] {
  const cancelled = new Map(events.filter(({ status }) => status === "CANCELLED").map((event) => [event.uid, event]));
  const shown = later
    .toSorted((one, other) => one.start.localeCompare(other.start))
    .slice(0, maxLater)
    .map((event) => ({ ...event, sequence: (cancelled.get(event.uid)?.sequence ?? -1) + 1 }));
  const uids = new Set(shown.map(({ uid }) => uid));
  return [...events.filter(({ uid }) => !uids.has(uid)), ...shown];
}

const startOfDay = (now: string) => `${now.slice(0, 10)}T00:00:00.000Z`;
