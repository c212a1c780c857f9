import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import { getMembership } from "#app/domain/household/members/membership.server.ts";
import { findRevision } from "#app/domain/household/revision.server.ts";
import { listDatedTasks } from "#app/domain/tasks/lists/dated-tasks.server.ts";
import { listPendingReminders } from "#app/domain/reminders/lists/pending-reminders.server.ts";
import type { Category, Database } from "#db/schema.ts";
import { type CalendarEvent, calendarEventOf } from "./calendar-event.ts";
import { readCategories } from "./feed-settings.server.ts";

/** A feed behind its link, and how its household stands. */
export interface Feed {
  userId: string;
  householdId: string;
  categories: Category[];
  /** Grows with everything that its events show. */
  revision: number;
  /** When one of its events was last another, or the feed itself. */
  changedAt: string;
}

/** What is done is history, and of that a month is enough. */
const doneDays = 30;

/** The feed that a link leads to, or undefined when there is none of this version (any more). */
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

/**
 * What tells whether the feed's events say the same as before: a name for it, and since when. With each day (UTC) what
 * is done grows older.
 * @param origin where the events lead, if they lead anywhere
 */
export function feedState(
  { householdId, revision, categories, changedAt }: Feed,
  origin: string | null,
  now: string = nowIso(),
): { tag: string; changedAt: string } {
  const midnight = startOfDay(now);
  const said = JSON.stringify([householdId, revision, categories, midnight, origin]);
  const tag = createHash("sha256").update(said).digest("base64url").slice(0, 22);
  return { tag, changedAt: changedAt > midnight ? changedAt : midnight };
}

/**
 * The household's tasks with a date, for the feed: what is open, what is done and not older than a month, and what was
 * deleted as long as it is kept; with the reminders that its user is still to get.
 */
export async function listFeedEvents(
  db: Kysely<Database>,
  { userId, householdId, categories, changedAt }: Feed,
  origin: string | null,
  now: string = nowIso(),
): Promise<CalendarEvent[]> {
  const since = earlierBy(startOfDay(now), { hours: 24 * doneDays });
  const tasks = await listDatedTasks(db, householdId, { categories, since });
  const reminders = await listPendingReminders(db, userId);
  const remindersOf = Map.groupBy(reminders, ({ task_id }) => task_id);
  return tasks.map((task) => {
    const remindersAt = remindersOf.get(task.id)?.map(({ scheduled_at }) => scheduled_at) ?? [];
    const url = origin && `${origin}/tasks/${task.id}`;
    return calendarEventOf(task, { changedAt, url, remindersAt });
  });
}

const startOfDay = (now: string) => `${now.slice(0, 10)}T00:00:00.000Z`;
