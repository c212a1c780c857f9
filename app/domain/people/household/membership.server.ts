import type { Kysely, Transaction } from "kysely";
import { v7 as newId } from "uuid";
import { idList, opaque } from "#db/sql/values.ts";
import { findUserByEmail } from "#app/domain/accounts/users.server.ts";
import { compileOnce } from "#db/sql/compile-once.ts";
import { arrive } from "../own-person.server.ts";
import type { Database, HouseholdNotice, HouseholdRole } from "#db/schema.ts";

export type Member = Awaited<ReturnType<typeof getMembership>>;

/** @throws when there is no such user */
export async function getMembership(db: Kysely<Database>, userId: string) {
  const [member] = await listMemberships(db, userId);
  if (!member) throw new Error(`User ${userId} is in no household`);
  return member;
}

const listMemberships = compileOnce((db, userId: string) =>
  db
    .selectFrom("household_members")
    .select(["id", "user_id as userId", "household_id as householdId", "role as householdRole"])
    .select("joined_at as joinedAt")
    .where("user_id", "=", userId),
);

export async function findHouseholdIds(
  db: Kysely<Database>,
  userIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await listHouseholdIds(db, userIds);
  return new Map(rows.map(({ user_id, household_id }) => [user_id, household_id]));
}

const listHouseholdIds = compileOnce((db, userIds: readonly string[]) =>
  db
    .selectFrom("household_members")
    .select(["user_id", "household_id"])
    .where("user_id", "in", idList(userIds)),
);

export async function listEveryHouseholdId(db: Kysely<Database>): Promise<string[]> {
  const rows = await db.selectFrom("households").select("id").execute();
  return rows.map(({ id }) => id);
}

/** @returns owners' user ids, keyed by household id */
export async function findOwners(
  db: Kysely<Database>,
  householdIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("household_members")
    .select(["user_id", "household_id"])
    .where("household_id", "in", idList(householdIds))
    .where("role", "=", "owner")
    .execute();
  return new Map(rows.map(({ user_id, household_id }) => [household_id, user_id]));
}

export async function listMemberIds(db: Kysely<Database>, householdId: string): Promise<string[]> {
  return (await listMembers(db, householdId)).map(({ user_id }) => user_id);
}

const listMembers = compileOnce((db, householdId: string) =>
  db
    .selectFrom("household_members")
    .select("user_id")
    .where("household_id", "=", householdId)
    .orderBy("joined_at", "desc")
    .orderBy("id", "desc"),
);

export interface CurrentMembership {
  householdId: string;
  householdRole: HouseholdRole;
  householdNotice: HouseholdNotice | null;
}

/** Finds the membership with the household's revision. */
export async function findMembershipNow(
  db: Kysely<Database>,
  userId: string,
): Promise<(CurrentMembership & { revision: number }) | undefined> {
  const [membership] = await listCurrentMemberships(db, userId);
  return membership;
}

const listCurrentMemberships = compileOnce((db, userId: string) =>
  db
    .selectFrom("household_members as member")
    .innerJoin("households", "households.id", "member.household_id")
    .select([
      "member.household_id as householdId",
      "member.role as householdRole",
      "member.notice as householdNotice",
    ])
    .select("households.revision")
    .where("member.user_id", "=", opaque(userId)),
);

async function findMembership(
  db: Kysely<Database>,
  userId: string,
): Promise<CurrentMembership | undefined> {
  return db
    .selectFrom("household_members")
    .select(["household_id as householdId", "role as householdRole", "notice as householdNotice"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

export async function findHouseholds(db: Kysely<Database>, userIds: string[]) {
  const households = db
    .selectFrom("household_members")
    .select("household_id")
    .where("user_id", "in", userIds);
  return db
    .selectFrom("household_members")
    .select(["user_id as userId", "household_id as householdId"])
    .where("household_id", "in", households)
    .execute();
}

export async function findMemberByEmail(
  db: Kysely<Database>,
  householdId: string,
  email: string,
): Promise<string | null> {
  const userId = await findUserByEmail(db, email);
  const membership = userId && (await findMembership(db, userId));
  return membership && membership.householdId === householdId ? userId : null;
}

export async function countOtherMembers(
  db: Kysely<Database>,
  householdId: string,
  userId: string,
): Promise<number> {
  const [counted] = await countOthers(db, householdId, userId);
  return counted?.others ?? 0;
}

const countOthers = compileOnce((db, householdId: string, userId: string) =>
  db
    .selectFrom("household_members")
    .select(({ fn }) => fn.countAll<number>().as("others"))
    .where("household_id", "=", householdId)
    .where("user_id", "!=", userId),
);

/** Creates an empty household. @returns its id */
export async function createHousehold(trx: Transaction<Database>, now: string): Promise<string> {
  const id = newId();
  await trx.insertInto("households").values({ id, created_at: now }).execute();
  return id;
}

export async function createOwnHousehold(
  trx: Transaction<Database>,
  userId: string,
  now: string,
): Promise<void> {
  const householdId = await createHousehold(trx, now);
  await trx
    .insertInto("household_members")
    .values({
      id: newId(),
      household_id: householdId,
      user_id: userId,
      role: "owner",
      joined_at: now,
    })
    .execute();
  await arrive(trx, { userId, householdId }, now);
}

export interface NewMembership {
  householdId: string;
  role: HouseholdRole;
  notice?: "removed";
}

export async function moveMember(
  trx: Transaction<Database>,
  userId: string,
  { householdId, role, notice }: NewMembership,
  now: string,
): Promise<void> {
  await trx
    .updateTable("household_members")
    .set({ household_id: householdId, role, notice: notice ?? null, joined_at: now })
    .where("user_id", "=", userId)
    .execute();
}

export async function endMembership(trx: Transaction<Database>, userId: string): Promise<void> {
  await trx.deleteFrom("household_members").where("user_id", "=", userId).execute();
}

/** Foreign keys delete everything that belongs to it. */
export async function deleteHousehold(trx: Transaction<Database>, id: string): Promise<void> {
  await trx.deleteFrom("households").where("id", "=", id).execute();
}

/** @returns false when another page has already shown it */
export async function claimNotice(db: Kysely<Database>, userId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("household_members")
    .set({ notice: null })
    .where("user_id", "=", userId)
    .where("notice", "is not", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
