import type { Kysely, Transaction } from "kysely";
import { nowIso } from "#app/domain/core/time.ts";
import { findHouseholdIds, findOwners } from "#app/domain/people/household/membership.server.ts";
import { bumpRevision } from "#app/domain/people/revision.server.ts";
import { deleteInBatches, yieldToOthers } from "#db/sql/batches.ts";
import type { Database } from "#db/schema.ts";
import { inLocks, takeLocks } from "#db/sql/locks.ts";
import { addRows } from "./add-rows.server.ts";
import { importEnded, importGoesOn } from "./events.server.ts";
import type { Import } from "./imports.server.ts";
import { stopImports } from "./leave.server.ts";
import { takeBack } from "./take-back.server.ts";

const rowsAtOnce = 20;
const sliceMs = 500;

/**
 * Goes on with the imports under way, a batch of each in turns. A batch is one transaction: after a
 * crash, the next one begins where the last one ended.
 */
export async function runImports(db: Kysely<Database>): Promise<void> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < sliceMs) {
    const next = await nextQuery(db, nowIso()).executeTakeFirst();
    if (!next) return;
    await workOn(db, next).catch(async (error: unknown) => {
      // The others have their turn before this one is tried again.
      await touch(db, next.id);
      throw error;
    });
    await yieldToOthers();
  }
}

export function nextQuery(db: Kysely<Database>, now: string) {
  return db
    .selectFrom("imports")
    .select("id")
    .where("state", "in", ["running", "undoing"])
    .where("next_at", "<=", now)
    .orderBy("next_at")
    .limit(1);
}

const touch = (db: Kysely<Database>, id: string) =>
  db.updateTable("imports").set({ next_at: nowIso() }).where("id", "=", id).execute();

async function workOn(db: Kysely<Database>, { id }: { id: string }): Promise<void> {
  const isOver = await inLocks(db, {}, async (trx) => {
    const household = await trx
      .selectFrom("imports")
      .select("household_id as id")
      .where("id", "=", id)
      .executeTakeFirst();
    if (!household) return false;
    await takeLocks(trx, { householdIds: [household.id] });
    await touch(trx, id);
    const found = await trx
      .selectFrom("imports")
      .selectAll()
      .where("id", "=", id)
      .where("state", "in", ["running", "undoing"])
      .where("household_id", "=", household.id)
      .executeTakeFirst();
    // Another worker may have ended it, or its household has joined another one.
    if (!found) return false;
    await importGoesOn.announce(trx, { householdId: found.household_id }, nowIso());
    const isEnded = await takeBatch(trx, found);
    await bumpRevision(trx, found.household_id);
    return isEnded;
  });
  if (!isOver) return;
  // Rows that were not imported are forgotten, so the same file can bring them later.
  await deleteInBatches(
    db,
    "import_rows",
    db.selectFrom("import_rows").where("import_id", "=", id).where("state", "=", "waiting"),
  );
  await db.transaction().execute((trx) => endImport(trx, id));
}

async function endImport(trx: Transaction<Database>, importId: string): Promise<void> {
  const ended = await trx
    .updateTable("imports")
    .set(({ eb }) => ({
      state: eb
        .case()
        .when("state", "=", "undoing")
        .then("undone" as const)
        .else("done" as const)
        .end(),
    }))
    .where("id", "=", importId)
    .where("state", "in", ["running", "undoing"])
    .returning("household_id")
    .executeTakeFirst();
  // Another worker may have ended it.
  if (!ended) return;
  await importEnded.announce(trx, { householdId: ended.household_id, importId }, nowIso());
}

/** Returns true if nothing is left to do. */
async function takeBatch(trx: Transaction<Database>, found: Import): Promise<boolean> {
  const importer = await findImporter(trx, found);
  if (importer === null && found.state === "running") {
    await stopImports(trx, [found.id]);
    return false;
  }
  const userId = importer ?? (await findOwner(trx, found));
  // The household has ended.
  if (userId === undefined) return true;
  const isUndo = found.state === "undoing";
  const rows = await trx
    .selectFrom("import_rows")
    .selectAll()
    .where("import_id", "=", found.id)
    .where("state", "in", isUndo ? ["added", "changed"] : ["waiting"])
    .orderBy("number", isUndo ? "desc" : "asc")
    .limit(rowsAtOnce)
    .execute();
  if (rows.length === 0) return true;
  const viewer = { userId, householdId: found.household_id };
  if (isUndo) {
    await takeBack(trx, viewer, found, rows);
    return false;
  }
  const stopped = await addRows(trx, viewer, found, rows);
  if (stopped === null) return false;
  await trx
    .updateTable("imports")
    .set({ stopped_because: stopped })
    .where("id", "=", found.id)
    .execute();
  return true;
}

/** Returns null once the account has ended, or has left the household. */
async function findImporter(
  trx: Transaction<Database>,
  { user_id, household_id }: Import,
): Promise<string | null> {
  if (user_id === null) return null;
  const householdIds = await findHouseholdIds(trx, [user_id]);
  return householdIds.get(user_id) === household_id ? user_id : null;
}

/** Takes back in the importer's place what they leave behind. */
async function findOwner(
  trx: Transaction<Database>,
  { household_id }: Import,
): Promise<string | undefined> {
  return (await findOwners(trx, [household_id])).get(household_id);
}
