import type { Selectable, Transaction } from "kysely";
import { v7 as newId } from "uuid";
import { findPerson, type Person } from "#app/domain/accounts/users.server.ts";
import { findMembership } from "../members/membership.server.ts";
import { isSamePerson } from "./merge.ts";
import type { Database } from "#db/schema.ts";

type FamilyMember = Selectable<Database["family_members"]>;

/** Links the family member with this address to the new account; a spouse or partner then sees who added them. */
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
  const linked = family.find((member) => member.email === email && !member.linked_user_id);
  if (!linked) return;
  await link(trx, linked.id, userId);
  if (linked.relation !== "spouse" && linked.relation !== "partner") return;
  await addPartner(trx, { userId, householdId, now }, linked, family);
}

async function addPartner(
  trx: Transaction<Database>,
  { userId, householdId, now }: { userId: string; householdId: string; now: string },
  linked: FamilyMember,
  family: FamilyMember[],
): Promise<void> {
  const adder = await findAdder(trx, linked.user_id, householdId);
  if (!adder || adder.id === userId) return;
  const name = adder.firstName ?? adder.email.split("@")[0] ?? adder.email;
  const person = { name, relation: linked.relation };
  // They may have had their partner in their own family before joining.
  const existing = family.find(
    (member) =>
      member.user_id === userId && (member.email === adder.email || isSamePerson(member, person)),
  );
  if (existing) return link(trx, existing.id, adder.id);
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

/** Undefined once they have left the household. */
async function findAdder(
  trx: Transaction<Database>,
  userId: string,
  householdId: string,
): Promise<Person | undefined> {
  const membership = await findMembership(trx, userId);
  return membership?.householdId === householdId ? findPerson(trx, userId) : undefined;
}

async function link(trx: Transaction<Database>, id: string, userId: string): Promise<void> {
  await trx
    .updateTable("family_members")
    .set({ linked_user_id: userId })
    .where("id", "=", id)
    .execute();
}

/** Leaves an address alone that the family entered themselves. */
export async function updateLinkedEmail(
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
