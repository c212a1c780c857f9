import type { Selectable, Transaction } from "kysely";
import { v7 as newId } from "uuid";
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
  const { email } = await trx.selectFrom("users").select("email").where("id", "=", userId).executeTakeFirstOrThrow();
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
  const name = adder.first_name ?? adder.email.split("@")[0] ?? adder.email;
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
function findAdder(trx: Transaction<Database>, userId: string, householdId: string) {
  return trx
    .selectFrom("users")
    .innerJoin("profiles", "profiles.id", "users.id")
    .innerJoin("household_members", "household_members.user_id", "users.id")
    .select(["users.id", "users.email", "profiles.first_name"])
    .where("users.id", "=", userId)
    .where("household_members.household_id", "=", householdId)
    .executeTakeFirst();
}

async function link(trx: Transaction<Database>, id: string, userId: string): Promise<void> {
  await trx.updateTable("family_members").set({ linked_user_id: userId }).where("id", "=", id).execute();
}
