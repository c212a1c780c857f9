import type { Kysely } from "kysely";
import type { Database, HouseholdRole } from "#db/schema.ts";

/** Links a person in the family's list to an account. */
export async function giveAccount(
  db: Kysely<Database>,
  personId: string,
  userId: string,
): Promise<void> {
  await db.deleteFrom("people").where("user_id", "=", userId).where("id", "!=", personId).execute();
  await db.updateTable("people").set({ user_id: userId }).where("id", "=", personId).execute();
}

/** Moves an account and its person to another household, as if they had never been elsewhere. */
export async function moveAccount(
  db: Kysely<Database>,
  userId: string,
  householdId: string,
  role: HouseholdRole = "member",
): Promise<void> {
  await db
    .updateTable("household_members")
    .set({ household_id: householdId, role })
    .where("user_id", "=", userId)
    .execute();
  await db
    .updateTable("people")
    .set({ household_id: householdId })
    .where("user_id", "=", userId)
    .execute();
}

export async function personIdOf(db: Kysely<Database>, userId: string): Promise<string> {
  const person = db.selectFrom("people").select("id").where("user_id", "=", userId);
  return (await person.executeTakeFirstOrThrow()).id;
}

/** Gives an account its first name, by which others know its person. */
export async function nameAccount(
  db: Kysely<Database>,
  userId: string,
  name: string,
): Promise<void> {
  await db.updateTable("profiles").set({ first_name: name }).where("id", "=", userId).execute();
  await db.updateTable("people").set({ name }).where("user_id", "=", userId).execute();
}
