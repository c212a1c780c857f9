import type { Kysely, Transaction } from "kysely";
import { idList, laterOf } from "#db/sql/values.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { compileOnce } from "#db/sql/compile-once.ts";
import type { Database } from "#db/schema.ts";

/** Notifies every open page of a household of a change, in the same transaction. */
export async function bumpRevision(trx: Transaction<Database>, householdId: string): Promise<void> {
  await bumpRevisions(trx, [householdId]);
}

export async function bumpRevisions(
  trx: Transaction<Database>,
  householdIds: readonly string[],
): Promise<void> {
  if (householdIds.length === 0) return;
  await bump(trx, householdIds, nowIso());
}

const bump = compileOnce((db, householdIds: readonly string[], now: string) =>
  db
    .updateTable("households")
    .set(({ eb }) => ({ revision: eb("revision", "+", 1), revised_at: now }))
    .where("id", "in", idList(householdIds)),
);

/**
 * Makes calendar programs and pages read everything again: what they have may be newer than a
 * restored backup.
 */
export async function bumpEveryRevision(trx: Transaction<Database>, now: string): Promise<void> {
  await trx
    .updateTable("households")
    .set(({ eb }) => ({ revision: eb("revision", "+", 1), revised_at: now }))
    .execute();
}

/**
 * Raises the new household's revision above the old one's after a move, or open pages would miss
 * the change.
 */
export async function bumpRevisionBeyond(
  trx: Transaction<Database>,
  oldHouseholdId: string,
  householdId: string,
): Promise<void> {
  await trx
    .updateTable("households")
    .set(({ eb, selectFrom, ref }) => {
      const leftRevision = selectFrom("households as left")
        .select("left.revision")
        .where("left.id", "=", oldHouseholdId);
      return {
        revision: eb(laterOf<number>(ref("revision"), leftRevision.$asScalar()), "+", 1),
        revised_at: nowIso(),
      };
    })
    .where("id", "=", householdId)
    .execute();
}

export async function readRevision(db: Kysely<Database>, householdId: string): Promise<number> {
  const household = await db
    .selectFrom("households")
    .select("revision")
    .where("id", "=", householdId)
    .executeTakeFirst();
  return household?.revision ?? 0;
}

export async function findRevision(
  db: Kysely<Database>,
  householdId: string,
): Promise<{ revision: number; revisedAt: string | null }> {
  return db
    .selectFrom("households")
    .select(["revision", "revised_at as revisedAt"])
    .where("id", "=", householdId)
    .executeTakeFirstOrThrow();
}

/** Keyed by user id; leaves out users without a household. */
export async function readRevisionsByUser(
  db: Kysely<Database>,
  userIds: readonly string[],
): Promise<Map<string, number>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("household_members as member")
    .innerJoin("households", "households.id", "member.household_id")
    .select(["member.user_id", "revision"])
    .where("member.user_id", "in", userIds)
    .execute();
  return new Map(rows.map(({ user_id, revision }) => [user_id, revision]));
}
