import type { Transaction } from "kysely";
import type { Database } from "#db/schema.ts";
import { familyMembersLeave } from "../events.server.ts";

/** @param by the user, if they left on their own and need no message */
export async function leaveFamily(
  trx: Transaction<Database>,
  { userId, householdId, by }: { userId: string; householdId: string; by: string | null },
  now: string,
): Promise<void> {
  await removePartners(trx, { userId, householdId }, now);
  await unlink(trx, { userId, householdId, by }, now);
}

/** A linked spouse or partner was in the family only through the user who leaves. */
async function removePartners(
  trx: Transaction<Database>,
  { userId, householdId }: { userId: string; householdId: string },
  now: string,
): Promise<void> {
  const partners = await trx
    .selectFrom("family_members")
    .select("id")
    .where("household_id", "=", householdId)
    .where("user_id", "=", userId)
    .where("linked_user_id", "is not", null)
    .where("relation", "in", ["spouse", "partner"])
    .execute();
  const ids = partners.map(({ id }) => id);
  await familyMembersLeave.announce(trx, { familyMemberIds: ids, by: null }, now);
  if (ids.length > 0) await trx.deleteFrom("family_members").where("id", "in", ids).execute();
}

/** Otherwise they could still read and answer requests by link or text. */
async function unlink(
  trx: Transaction<Database>,
  { userId, householdId, by }: { userId: string; householdId: string; by: string | null },
  now: string,
): Promise<void> {
  const linked = await trx
    .selectFrom("family_members")
    .select("id")
    .where("household_id", "=", householdId)
    .where("linked_user_id", "=", userId)
    .execute();
  const ids = linked.map(({ id }) => id);
  await familyMembersLeave.announce(trx, { familyMemberIds: ids, by }, now);
  if (ids.length > 0)
    await trx.updateTable("family_members").set({ linked_user_id: null }).where("id", "in", ids).execute();
}

export async function reassignFamilyToOwners(trx: Transaction<Database>, userId: string): Promise<void> {
  await trx
    .updateTable("family_members")
    .set(({ selectFrom }) => ({
      user_id: selectFrom("household_members as owner")
        .select("owner.user_id")
        .whereRef("owner.household_id", "=", "family_members.household_id")
        .where("owner.role", "=", "owner"),
    }))
    .where("user_id", "=", userId)
    .execute();
}
