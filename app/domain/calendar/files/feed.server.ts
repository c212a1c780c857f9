import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import { getMembership } from "#app/domain/household/members/membership.server.ts";
import { findRevision } from "#app/domain/household/revision.server.ts";
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

/** Includes deleted tasks, as cancelled events, while they are kept. */
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
  return tasks.map((task) => {
    const remindersAt = remindersByTask.get(task.id)?.map(({ scheduled_at }) => scheduled_at) ?? [];
    const url = origin && `${origin}/tasks/${task.id}`;
    return toCalendarEvent(task, { changedAt, url, remindersAt });
  });
}

const startOfDay = (now: string) => `${now.slice(0, 10)}T00:00:00.000Z`;
