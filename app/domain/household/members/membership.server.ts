import type { Kysely, Transaction } from "kysely";
import { v7 as newId } from "uuid";
import { findUserByEmail } from "#app/domain/accounts/users.server.ts";
import { idList } from "#app/domain/core/id-list.ts";
import type { Database, HouseholdRole } from "#db/schema.ts";

export type Member = Awaited<ReturnType<typeof membershipOf>>;

/** The user's own place in their household. @throws when there is no such user */
export async function membershipOf(db: Kysely<Database>, userId: string) {
  const row = await db
    .selectFrom("household_members")
    .select(["id", "user_id as userId", "household_id as householdId", "role as householdRole"])
    .select("joined_at as joinedAt")
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return row;
}

/** The household of each of these users, by the user's id. */
export async function findHomes(db: Kysely<Database>, userIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("household_members")
    .select(["user_id", "household_id"])
    .where("user_id", "in", idList(userIds))
    .execute();
  return new Map(rows.map(({ user_id, household_id }) => [user_id, household_id]));
}

/** The owner of each of these households, by the household's id. */
export async function findOwners(db: Kysely<Database>, householdIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("household_members")
    .select(["user_id", "household_id"])
    .where("household_id", "in", idList(householdIds))
    .where("role", "=", "owner")
    .execute();
  return new Map(rows.map(({ user_id, household_id }) => [household_id, user_id]));
}

/** The users of the household, the newest first. */
export async function listMemberIds(db: Kysely<Database>, householdId: string): Promise<string[]> {
  const members = db.selectFrom("household_members").select("user_id").where("household_id", "=", householdId);
  return (await members.orderBy("joined_at", "desc").execute()).map(({ user_id }) => user_id);
}

/** Where a user belongs. */
export interface Place {
  householdId: string;
  householdRole: HouseholdRole;
  /** What they have not been told yet. */
  householdNotice: "removed" | null;
}

export async function findPlace(db: Kysely<Database>, userId: string): Promise<Place | undefined> {
  return db
    .selectFrom("household_members")
    .select(["household_id as householdId", "role as householdRole", "notice as householdNotice"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
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

/** The user of the household who has this address. */
export async function findMemberByEmail(
  db: Kysely<Database>,
  householdId: string,
  email: string,
): Promise<string | null> {
  const userId = await findUserByEmail(db, email);
  const place = userId && (await findPlace(db, userId));
  return place && place.householdId === householdId ? userId : null;
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

/** Makes a household that the user owns. */
export async function foundHousehold(trx: Transaction<Database>, userId: string, now: string): Promise<void> {
  const householdId = await newHousehold(trx, now);
  await trx
    .insertInto("household_members")
    .values({ id: newId(), household_id: householdId, user_id: userId, role: "owner", joined_at: now })
    .execute();
}

/** A place in another household. */
export interface NewPlace {
  householdId: string;
  role: HouseholdRole;
  /** What the user is to be told on their next page. */
  notice?: "removed";
}

export async function moveMember(
  trx: Transaction<Database>,
  userId: string,
  { householdId, role, notice }: NewPlace,
  now: string,
): Promise<void> {
  await trx
    .updateTable("household_members")
    .set({ household_id: householdId, role, notice: notice ?? null, joined_at: now })
    .where("user_id", "=", userId)
    .execute();
}

/** Deletes the household and, by the tables' keys, all that is its own. */
export async function deleteHousehold(trx: Transaction<Database>, id: string): Promise<void> {
  await trx.deleteFrom("households").where("id", "=", id).execute();
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
