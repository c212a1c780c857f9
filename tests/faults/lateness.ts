import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";

/** Milliseconds from when each message was due until it was recorded as sent, the shortest first. */
export async function latenessOf(db: Kysely<Database>): Promise<number[]> {
  const rows = await db
    .selectFrom("deliveries")
    .select(["due_at", "ended_at"])
    .where("state", "in", ["sent", "delivered"])
    .execute();
  return rows
    .map(({ due_at, ended_at }) => Date.parse(ended_at ?? "") - Date.parse(due_at))
    .toSorted((one, other) => one - other);
}
