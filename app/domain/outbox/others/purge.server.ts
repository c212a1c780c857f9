import type { Kysely } from "kysely";
import { deleteInBatches } from "#db/sql/batches.ts";
import { earlierBy } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";

/** An answer that comes later does not count. */
const daysKept = 30;

export async function purgeMessagesToOthers(db: Kysely<Database>, now: string): Promise<void> {
  const before = earlierBy(now, { hours: 24 * daysKept });
  await deleteInBatches(
    db,
    "messages_to_others",
    db.selectFrom("messages_to_others").where("counted_at", "<", before),
  );
}
