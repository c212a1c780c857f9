import type { Kysely, Transaction } from "kysely";
import { earlierBy } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { deleteInBatches } from "#db/sql/batches.ts";
import { idList } from "#db/sql/values.ts";

const hoursToDecide = 24;

/** Forgets previews that nobody came back to, with the words in them. */
export async function purgePreviews(db: Kysely<Database>, now: string): Promise<void> {
  const old = await db
    .selectFrom("imports")
    .select("id")
    .where("state", "in", ["reading", "waiting"])
    .where("created_at", "<", earlierBy(now, { hours: hoursToDecide }))
    .execute();
  await deleteImports(
    db,
    old.map(({ id }) => id),
  );
}

/** Deletes the imports of a household that has ended. */
export async function removeImportsOf(db: Kysely<Database>, householdId: string): Promise<void> {
  const all = await db
    .selectFrom("imports")
    .select("id")
    .where("household_id", "=", householdId)
    .execute();
  await deleteImports(
    db,
    all.map(({ id }) => id),
  );
}

/** Imports come along, so that the other household knows the same files. */
export async function moveImports(
  trx: Transaction<Database>,
  from: string,
  to: string,
): Promise<void> {
  await trx
    .updateTable("imports")
    .set({ household_id: to })
    .where("household_id", "=", from)
    .execute();
}

/** Deletes in batches, because foreign keys would delete the rows of a file at once. */
export async function deleteImports(db: Kysely<Database>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await deleteInBatches(
    db,
    "import_rows",
    db.selectFrom("import_rows").where("import_id", "in", idList(ids)),
  );
  await db.deleteFrom("imports").where("id", "in", idList(ids)).execute();
}
