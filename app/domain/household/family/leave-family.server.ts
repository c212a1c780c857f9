import type { Transaction } from "kysely";
import type { Database } from "#db/schema.ts";
import { familyMembersLeave } from "../events.server.ts";

/**
 * Unlinks their entry, else they could still read and answer requests by link or text. The people whom they added stay.
 * @param by the user, if they left on their own and need no message
 */
export async function leaveFamily(
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
    await trx
      .updateTable("family_members")
      .set({ linked_user_id: null })
      .where("id", "in", ids)
      .execute();
}

/** For a household that ends: texts from these numbers are about nothing any more. */
export async function forgetFamilyAddresses(
  trx: Transaction<Database>,
  householdId: string,
): Promise<void> {
  await trx
    .updateTable("family_members")
    .set({ phone: null, email: null })
    .where("household_id", "=", householdId)
    .execute();
}

export async function reassignFamilyToOwners(
  trx: Transaction<Database>,
  userId: string,
): Promise<void> {
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
