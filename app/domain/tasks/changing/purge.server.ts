import type { Kysely } from "kysely";
import { earlierBy } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";

const retentionDays = 30;

export async function purgeDeletedTasks(db: Kysely<Database>, now: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("tasks")
    .where("deleted_at", "<", earlierBy(now, { hours: 24 * retentionDays }))
    .where("is_ahead", "=", 0)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
