import type { Kysely } from "kysely";
import { giveWay } from "#app/domain/core/sql/give-way.ts";
import { earlierBy } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";

const retentionDays = 30;

/** Ten thousand with all that belongs to them take a quarter of a second, in which nobody else can write. */
const batchSize = 500;

export async function purgeDeletedTasks(db: Kysely<Database>, now: string): Promise<number> {
  let purged = 0;
  for (;;) {
    const deleted = db
      .selectFrom("tasks")
      .select("id")
      .where("deleted_at", "<", earlierBy(now, { hours: 24 * retentionDays }))
      .where("is_ahead", "=", 0)
      .limit(batchSize);
    const { numDeletedRows } = await db.deleteFrom("tasks").where("id", "in", deleted).executeTakeFirst();
    purged += Number(numDeletedRows);
    if (numDeletedRows < batchSize) return purged;
    await giveWay();
  }
}
