import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
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
    .selectFrom("calendar_feeds as feed")
    .innerJoin("household_members as member", "member.user_id", "feed.user_id")
    .innerJoin("households", "households.id", "member.household_id")
    .select(["feed.user_id as userId", "households.id as householdId", "feed.categories", "households.revision"])
    .select(["feed.changed_at", "member.joined_at", "households.revised_at"])
    .where("feed.id", "=", link.id)
    .where("feed.version", "=", link.version)
    .executeTakeFirst();
  if (!row) return undefined;
  const { userId, householdId, revision, changed_at, joined_at, revised_at } = row;
  const changedAt = [changed_at, joined_at, revised_at ?? ""].toSorted().at(-1)!;
  return { userId, householdId, revision, changedAt, categories: readCategories(row.categories) };
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
  const tasks = [
    ...(await feedTasksQuery(db, householdId, categories, since).where("deleted_at", "is", null).execute()),
    ...(await feedTasksQuery(db, householdId, categories, since).where("deleted_at", "is not", null).execute()),
  ];
  const reminders = await listPendingReminders(db, userId);
  const remindersOf = Map.groupBy(reminders, ({ task_id }) => task_id);
  return tasks.map((task) => {
    const remindersAt = remindersOf.get(task.id)?.map(({ scheduled_at }) => scheduled_at) ?? [];
    const url = origin && `${origin}/tasks/${task.id}`;
    return calendarEventOf(task, { changedAt, url, remindersAt });
  });
}

/** The query behind `listFeedEvents`, but for whether they are deleted; for the test that looks at its plan too. */
export function feedTasksQuery(db: Kysely<Database>, householdId: string, categories: Category[], since: string) {
  return db
    .selectFrom("tasks")
    .select(["id", "title", "description", "category", "is_completed", "created_at", "deleted_at", "version"])
    .select("due_date")
    .$narrowType<{ due_date: string }>()
    .where("household_id", "=", householdId)
    .where("due_date", "is not", null)
    .where("category", "in", categories)
    .where((eb) => eb.or([eb("is_completed", "=", 0), eb("due_date", ">=", since)]));
}

const startOfDay = (now: string) => `${now.slice(0, 10)}T00:00:00.000Z`;
