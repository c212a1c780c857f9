import type { Selectable, Transaction } from "kysely";
import { v7 as newId } from "uuid";
import { findPerson, type Person } from "#app/domain/accounts/users.server.ts";
import { findPlace } from "../members/membership.server.ts";
import { isSamePerson } from "./merge.ts";
import type { Database } from "#db/schema.ts";

type FamilyMember = Selectable<Database["family_members"]>;

/**
 * Ties the household's family member of this address to the account that has come; and has whoever comes as a spouse or
 * partner see, as their own, the one who added them.
 */
export async function linkAccount(
  trx: Transaction<Database>,
  userId: string,
  householdId: string,
  now: string,
): Promise<void> {
  const { email } = await findPerson(trx, userId);
  const family = await trx
    .selectFrom("family_members")
    .selectAll()
    .where("household_id", "=", householdId)
    .orderBy("id")
    .execute();
  const themselves = family.find((member) => member.email === email && !member.linked_user_id);
  if (!themselves) return;
  await link(trx, themselves.id, userId);
  if (themselves.relation !== "spouse" && themselves.relation !== "partner") return;
  await addOtherHalf(trx, { userId, householdId, now }, themselves, family);
}

async function addOtherHalf(
  trx: Transaction<Database>,
  { userId, householdId, now }: { userId: string; householdId: string; now: string },
  themselves: FamilyMember,
  family: FamilyMember[],
): Promise<void> {
  const adder = await findAdder(trx, themselves.user_id, householdId);
  if (!adder || adder.id === userId) return;
  const name = adder.firstName ?? adder.email.split("@")[0] ?? adder.email;
  const person = { name, relation: themselves.relation };
  // They may have had their other half among their own family before they came.
  const had = family.find(
    (member) => member.user_id === userId && (member.email === adder.email || isSamePerson(member, person)),
  );
  if (had) return link(trx, had.id, adder.id);
  await trx
    .insertInto("family_members")
    .values({
      id: newId(),
      user_id: userId,
      household_id: householdId,
      ...person,
      email: adder.email,
      linked_user_id: adder.id,
      created_at: now,
    })
    .execute();
}

/** Who added the family member, if they are in the household still. */
async function findAdder(trx: Transaction<Database>, userId: string, householdId: string): Promise<Person | undefined> {
  const place = await findPlace(trx, userId);
  return place?.householdId === householdId ? findPerson(trx, userId) : undefined;
}

async function link(trx: Transaction<Database>, id: string, userId: string): Promise<void> {
  await trx.updateTable("family_members").set({ linked_user_id: userId }).where("id", "=", id).execute();
}

/** Changes the address by which the family knows an account, where that is the one it had. */
export async function followAddress(
  trx: Transaction<Database>,
  { userId, email, previous }: { userId: string; email: string; previous: string },
): Promise<void> {
  await trx
    .updateTable("family_members")
    .set({ email })
    .where("linked_user_id", "=", userId)
    .where("email", "=", previous)
    .execute();
}
