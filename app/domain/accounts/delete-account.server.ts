import type { Kysely, Transaction } from "kysely";
import { countOthers, membershipOf } from "#app/domain/household/membership.server.ts";
import { endTies } from "#app/domain/household/move.server.ts";
import { leaving } from "#app/domain/household/rules.ts";
import type { Database } from "#db/schema.ts";

/** What deleting one's account means for the household: it goes too, or goes on, or is to be handed over first. */
export type Deletion = "is_alone" | "leaves" | "hand_over_first";

/** What deleting the account would mean. */
export async function meaningOfDeletion(db: Kysely<Database>, userId: string): Promise<Deletion> {
  const member = await membershipOf(db, userId);
  return leaving(member, await countOthers(db, member.householdId, userId));
}

/**
 * Deletes the account and all that is only its own, for good. What it made in a household with others stays with those,
 * as the owner's. Nothing happens where the household is to be handed over first.
 */
export async function deleteAccount(db: Kysely<Database>, userId: string): Promise<Deletion> {
  return db.transaction().execute(async (trx) => {
    const meaning = await meaningOfDeletion(trx, userId);
    if (meaning === "hand_over_first") return meaning;
    const { householdId } = await membershipOf(trx, userId);
    if (meaning === "is_alone") await trx.deleteFrom("households").where("id", "=", householdId).execute();
    else await endTies(trx, userId, householdId);
    await leaveToOwners(trx, userId);
    await trx.deleteFrom("users").where("id", "=", userId).execute();
    return meaning;
  });
}

/** Also what was left in households that they were in before. */
async function leaveToOwners(trx: Transaction<Database>, userId: string): Promise<void> {
  for (const table of ["tasks", "family_members"] as const) {
    await trx
      .updateTable(table)
      .set(({ selectFrom }) => ({
        user_id: selectFrom("household_members as owner")
          .select("owner.user_id")
          .whereRef("owner.household_id", "=", `${table}.household_id`)
          .where("owner.role", "=", "owner"),
      }))
      .where("user_id", "=", userId)
      .execute();
  }
}
