import type { Transaction } from "kysely";
import type { Database } from "#db/schema.ts";
import { familyMembersLeave } from "../events.server.ts";

/**
 * Whoever left the household is an account of the family no longer.
 * @param by the user, if that is their own doing: nobody need tell them
 */
export async function leaveFamily(
  trx: Transaction<Database>,
  { userId, householdId, by }: { userId: string; householdId: string; by: string | null },
  now: string,
): Promise<void> {
  await removeOtherHalves(trx, { userId, householdId }, now);
  await unlink(trx, { userId, householdId, by }, now);
}

/** A spouse or partner who has an account there is one of the family's only by being so to the one who leaves. */
async function removeOtherHalves(
  trx: Transaction<Database>,
  { userId, householdId }: { userId: string; householdId: string },
  now: string,
): Promise<void> {
  const otherHalves = await trx
    .selectFrom("family_members")
    .select("id")
    .where("household_id", "=", householdId)
    .where("user_id", "=", userId)
    .where("linked_user_id", "is not", null)
    .where("relation", "in", ["spouse", "partner"])
    .execute();
  const ids = otherHalves.map(({ id }) => id);
  await familyMembersLeave.announce(trx, { familyMemberIds: ids, by: null }, now);
  if (ids.length > 0) await trx.deleteFrom("family_members").where("id", "in", ids).execute();
}

/** By a link or a text they would go on to read and to do what they were asked. */
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

/** Makes the family members that somebody has added the owners', in whatever household they are. */
export async function leaveFamilyToOwners(trx: Transaction<Database>, userId: string): Promise<void> {
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
