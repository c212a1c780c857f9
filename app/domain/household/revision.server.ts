import type { Kysely, Transaction } from "kysely";
import { idList } from "#app/domain/core/id-list.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";

/** Lets every open page of a household know that something it shows has changed, in the transaction of the change. */
export async function bumpRevision(trx: Transaction<Database>, householdId: string): Promise<void> {
  await bumpRevisions(trx, [householdId]);
}

/** Lets the open pages of several households know. */
export async function bumpRevisions(trx: Transaction<Database>, householdIds: readonly string[]): Promise<void> {
  if (householdIds.length === 0) return;
  await trx
    .updateTable("households")
    .set(({ eb }) => ({ revision: eb("revision", "+", 1), revised_at: nowIso() }))
    .where("id", "in", idList(householdIds))
    .execute();
}

/**
 * The same for the household that somebody moves into, while the one they leave is still there. It counts on beyond that
 * one: whatever a page of theirs was told of either, the next is more.
 */
export async function bumpRevisionBeyond(trx: Transaction<Database>, left: string, householdId: string): Promise<void> {
  await trx
    .updateTable("households")
    .set(({ eb, fn, selectFrom }) => {
      const ofLeft = selectFrom("households as left").select("left.revision").where("left.id", "=", left);
      return { revision: eb(fn<number>("max", ["revision", ofLeft]), "+", 1), revised_at: nowIso() };
    })
    .where("id", "=", householdId)
    .execute();
}

/** How often a household has changed so far; 0 when there is none. */
export async function readRevision(db: Kysely<Database>, householdId: string): Promise<number> {
  const household = await db
    .selectFrom("households")
    .select("revision")
    .where("id", "=", householdId)
    .executeTakeFirst();
  return household?.revision ?? 0;
}

/** How often a household has changed so far, and when it last did. */
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

/** How often the household of each of these users has changed so far; without those who are in none. */
export async function readRevisionsFor(db: Kysely<Database>, userIds: readonly string[]): Promise<Map<string, number>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("household_members as member")
    .innerJoin("households", "households.id", "member.household_id")
    .select(["member.user_id", "revision"])
    .where("member.user_id", "in", userIds)
    .execute();
  return new Map(rows.map(({ user_id, revision }) => [user_id, revision]));
}
