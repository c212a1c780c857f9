import type { Kysely } from "kysely";
import { deleteInBatches } from "#db/sql/batches.ts";
import type { Database } from "#db/schema.ts";

/** Deletes the entries of an account that has ended. */
export async function removeEntriesOf(db: Kysely<Database>, userId: string): Promise<void> {
  const all = db.selectFrom("calendar_entries").where("user_id", "=", userId);
  await deleteInBatches(db, "calendar_entries", all);
}
