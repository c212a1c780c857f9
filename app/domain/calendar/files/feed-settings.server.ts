import type { Kysely } from "kysely";
import { v7 as newId } from "uuid";
import { nowIso } from "#app/domain/core/time.ts";
import type { Category, Database } from "#db/schema.ts";

/** Somebody's calendar feed as they have set it; the link comes from id and version. */
interface FeedSettings {
  id: string;
  version: number;
  categories: Category[];
}

/** The user's feed, or undefined while it is off. */
export async function findFeedSettings(db: Kysely<Database>, userId: string): Promise<FeedSettings | undefined> {
  const row = await db
    .selectFrom("calendar_feeds")
    .select(["id", "version", "categories"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row && { ...row, categories: readCategories(row.categories) };
}

/** Sets what the user's feed shows, and turns it on where it is off. */
export async function saveFeed(db: Kysely<Database>, userId: string, chosen: Category[]): Promise<void> {
  const now = nowIso();
  const shown = { categories: chosen.join(","), changed_at: now };
  await db
    .insertInto("calendar_feeds")
    .values({ id: newId(), user_id: userId, created_at: now, ...shown })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(shown))
    .execute();
}

/** Gives the user's feed another link; the one before is nobody's from then on. Nothing happens while it is off. */
export async function renewFeedLink(db: Kysely<Database>, userId: string): Promise<void> {
  const now = nowIso();
  await db
    .updateTable("calendar_feeds")
    .set(({ eb }) => ({ version: eb("version", "+", 1), changed_at: now }))
    .where("user_id", "=", userId)
    .execute();
}

/** Turns the user's feed off; turned on again it has another link. */
export async function endFeed(db: Kysely<Database>, userId: string): Promise<void> {
  await db.deleteFrom("calendar_feeds").where("user_id", "=", userId).execute();
}

/** The categories of a feed's row. */
export function readCategories(text: string): Category[] {
  return text.split(",") as Category[];
}
