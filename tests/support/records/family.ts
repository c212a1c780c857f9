import type { Kysely } from "kysely";
import { v7 as newId } from "uuid";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import type { Database, HouseholdRole, Relation } from "#db/schema.ts";
import { moveAccount } from "./people.ts";

export interface TestFamily {
  userId: string;
  householdId: string;
  timeZone: string;
}

/** Inserts rows directly, which saves the half second of hashing a password. */
export async function newFamily(
  db: Kysely<Database>,
  members: Record<string, Relation> = {},
  timeZone: string = "America/New_York",
): Promise<TestFamily> {
  const [userId, householdId, now] = [newId(), newId(), nowIso()];
  await db
    .insertInto("users")
    .values({ id: userId, email: `${userId}@example.com`, created_at: now })
    .execute();
  await db
    .insertInto("profiles")
    .values({ id: userId, time_zone: timeZone, updated_at: now })
    .execute();
  await db.insertInto("user_preferences").values({ user_id: userId }).execute();
  await db.insertInto("households").values({ id: householdId, created_at: now }).execute();
  const membership = {
    id: newId(),
    household_id: householdId,
    user_id: userId,
    role: "owner",
    joined_at: now,
  } as const;
  await db.insertInto("household_members").values(membership).execute();
  const own = { id: newId(), household_id: householdId, user_id: userId, name: userId };
  await db
    .insertInto("people")
    .values({ ...own, created_at: now })
    .execute();
  for (const [name, relation] of Object.entries(members)) {
    const member = {
      id: newId(),
      added_by: userId,
      household_id: householdId,
      name,
      relation,
      created_at: now,
    };
    await db.insertInto("people").values(member).execute();
  }
  return { userId, householdId, timeZone };
}

/** Returns the membership's id. */
export async function newMember(
  db: Kysely<Database>,
  householdId: string,
  role: HouseholdRole = "member",
): Promise<string> {
  const { userId, householdId: left } = await newFamily(db);
  await moveAccount(db, userId, householdId, role);
  const { id } = await db
    .selectFrom("household_members")
    .select("id")
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  await db.deleteFrom("households").where("id", "=", left).execute();
  return id;
}

/** Adds another account to the family's household. */
export async function newPartner(db: Kysely<Database>, family: TestFamily): Promise<TestFamily> {
  const { user_id } = await db
    .selectFrom("household_members")
    .select("user_id")
    .where("id", "=", await newMember(db, family.householdId))
    .executeTakeFirstOrThrow();
  return { ...family, userId: user_id };
}

/** Returns the invitation's id. Sends no email. */
export async function newInvitation(
  db: Kysely<Database>,
  family: TestFamily,
  email: string,
): Promise<string> {
  const [id, now] = [newId(), nowIso()];
  const row = {
    id,
    household_id: family.householdId,
    invited_by: family.userId,
    invitee_email: email,
  };
  await db
    .insertInto("family_invitations")
    .values({ ...row, created_at: now, expires_at: laterBy(now, { hours: 24 * 7 }) })
    .execute();
  return id;
}
