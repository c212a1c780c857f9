import type { Kysely, Transaction } from "kysely";
import { v7 as newId } from "uuid";
import type { Database } from "#db/schema.ts";

/** The user's own place in their household. @throws when there is no such user */
export async function membershipOf(db: Kysely<Database>, userId: string) {
  const row = await db
    .selectFrom("household_members")
    .select(["id", "user_id as userId", "household_id as householdId", "role as householdRole"])
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return row;
}

/** Everybody in these users' households, with the household. */
export async function findHouseholds(db: Kysely<Database>, userIds: string[]) {
  const households = db.selectFrom("household_members").select("household_id").where("user_id", "in", userIds);
  return db
    .selectFrom("household_members")
    .select(["user_id as userId", "household_id as householdId"])
    .where("household_id", "in", households)
    .execute();
}

/** How many are in the household beside the user. */
export async function countOthers(db: Kysely<Database>, householdId: string, userId: string): Promise<number> {
  const { others } = await db
    .selectFrom("household_members")
    .select(({ fn }) => fn.countAll<number>().as("others"))
    .where("household_id", "=", householdId)
    .where("user_id", "!=", userId)
    .executeTakeFirstOrThrow();
  return others;
}

/** A new household, as yet of nobody: its id. */
export async function newHousehold(trx: Transaction<Database>, now: string): Promise<string> {
  const id = newId();
  await trx.insertInto("households").values({ id, created_at: now }).execute();
  return id;
}

/** The user has been told what became of their household. Returns false when another page was faster. */
export async function takeNotice(db: Kysely<Database>, userId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("household_members")
    .set({ notice: null })
    .where("user_id", "=", userId)
    .where("notice", "is not", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
