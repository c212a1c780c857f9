import type { Kysely } from "kysely";
import { earlierBy } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";

const daysKept = 30;

/** Removes for good what was deleted 30 days ago. Returns how many tasks that were. */
export async function purgeDeletedTasks(db: Kysely<Database>, now: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("tasks")
    .where("deleted_at", "<", earlierBy(now, { hours: 24 * daysKept }))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
