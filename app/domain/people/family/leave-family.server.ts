import type { Transaction } from "kysely";
import type { Database } from "#db/schema.ts";

/**
 * Deletes the numbers of a household that ends, because texts from them concern nothing any more.
 */
export async function forgetFamilyAddresses(
  trx: Transaction<Database>,
  householdId: string,
): Promise<void> {
  await trx
    .updateTable("people")
    .set({ phone: null, email: null })
    .where("household_id", "=", householdId)
    .execute();
}

export async function reassignFamilyToOwners(
  trx: Transaction<Database>,
  userId: string,
): Promise<void> {
  await trx
    .updateTable("people")
    .set(({ selectFrom }) => ({
      added_by: selectFrom("household_members as owner")
        .select("owner.user_id")
        .whereRef("owner.household_id", "=", "people.household_id")
        .where("owner.role", "=", "owner"),
    }))
    .where("added_by", "=", userId)
    .execute();
}
