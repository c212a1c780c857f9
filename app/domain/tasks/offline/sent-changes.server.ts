import type { Kysely, Transaction } from "kysely";
import { deleteInBatches } from "#db/sql/batches.ts";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { type ChangeOutcome, maxChangeDays } from "./limits.ts";

/** A phone's clock may be a day off. */
const daysKept = maxChangeDays + 2;

/** Thrown if the change with this id was saved before. */
export class AlreadySaved extends Error {}

export async function findOutcome(
  db: Kysely<Database>,
  userId: string,
  changeId: string,
): Promise<ChangeOutcome | undefined> {
  const row = await db
    .selectFrom("sent_changes")
    .select("refused_because")
    .where("user_id", "=", userId)
    .where("change_id", "=", changeId)
    .executeTakeFirst();
  if (!row) return undefined;
  return row.refused_because === null
    ? { status: "done" }
    : { status: "refused", reason: row.refused_because };
}

/**
 * Records the change in its own transaction, so that a server that is killed afterwards never saves
 * it again.
 * @throws AlreadySaved
 */
export async function claimChange(
  trx: Transaction<Database>,
  userId: string,
  changeId: string,
): Promise<void> {
  if (!(await insertOutcome(trx, userId, changeId, null))) throw new AlreadySaved();
}

/** Returns the outcome that counts: the first one. */
export async function keepOutcome(
  db: Kysely<Database>,
  userId: string,
  changeId: string,
  outcome: ChangeOutcome,
): Promise<ChangeOutcome> {
  await insertOutcome(db, userId, changeId, outcome.status === "refused" ? outcome.reason : null);
  return (await findOutcome(db, userId, changeId)) ?? outcome;
}

async function insertOutcome(
  db: Kysely<Database>,
  user_id: string,
  change_id: string,
  refused_because: string | null,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("sent_changes")
    .values({ user_id, change_id, refused_because, answered_at: nowIso() })
    .onConflict((conflict) => conflict.columns(["user_id", "change_id"]).doNothing())
    .executeTakeFirstOrThrow();
  return Boolean(numInsertedOrUpdatedRows);
}

export async function purgeSentChanges(db: Kysely<Database>, now: string): Promise<void> {
  const before = earlierBy(now, { hours: 24 * daysKept });
  await deleteInBatches(
    db,
    "sent_changes",
    db.selectFrom("sent_changes").where("answered_at", "<", before),
  );
}
