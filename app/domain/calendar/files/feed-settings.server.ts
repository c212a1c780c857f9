import type { Kysely } from "kysely";
import { v7 as newId } from "uuid";
import { nowIso } from "#app/domain/core/time.ts";
import type { Category, Database } from "#db/schema.ts";

/** The link is computed from `id` and `version`. */
interface FeedSettings {
  id: string;
  version: number;
  categories: Category[];
}

export async function findFeedSettings(
  db: Kysely<Database>,
  userId: string,
): Promise<FeedSettings | undefined> {
  const row = await db
    .selectFrom("calendar_feeds")
    .select(["id", "version", "categories"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row && { ...row, categories: readCategories(row.categories) };
}

export async function saveFeed(
  db: Kysely<Database>,
  userId: string,
  categories: Category[],
): Promise<void> {
  const now = nowIso();
  const changes = { categories: categories.join(","), changed_at: now };
  await db
    .insertInto("calendar_feeds")
    .values({ id: newId(), user_id: userId, created_at: now, ...changes })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(changes))
    .execute();
}

/** The old link stops working. Does nothing while the feed is off. */
export async function renewFeedLink(
  db: Kysely<Database>,
  { userId }: { userId: string },
): Promise<void> {
  const now = nowIso();
  await db
    .updateTable("calendar_feeds")
    .set(({ eb }) => ({ version: eb("version", "+", 1), changed_at: now }))
    .where("user_id", "=", userId)
    .execute();
}

export async function endFeed(db: Kysely<Database>, userId: string): Promise<void> {
  await db.deleteFrom("calendar_feeds").where("user_id", "=", userId).execute();
}

export function readCategories(text: string): Category[] {
  return text.split(",") as Category[];
}
