import type { Kysely } from "kysely";
import { deleteInBatches } from "#app/domain/core/sql/delete-in-batches.ts";
import { earlierBy } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";

const retentionDays = 30;

export function purgeDeletedTasks(db: Kysely<Database>, now: string): Promise<number> {
  const old = db
    .selectFrom("tasks")
    .where("deleted_at", "<", earlierBy(now, { hours: 24 * retentionDays }))
    .where("is_ahead", "=", 0);
  return deleteInBatches(db, "tasks", old);
}
