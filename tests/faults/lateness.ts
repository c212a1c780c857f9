import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";

/** Milliseconds from due to recorded as sent, in ascending order. */
export async function measureLateness(db: Kysely<Database>): Promise<number[]> {
  const rows = await db
    .selectFrom("deliveries")
    .select(["due_at", "ended_at"])
    .where("state", "in", ["sent", "delivered"])
    .execute();
  return rows
    .map(({ due_at, ended_at }) => Date.parse(ended_at ?? "") - Date.parse(due_at))
    .toSorted((one, other) => one - other);
}
