import type { Transaction } from "kysely";
import type { Database } from "#db/schema.ts";
import type { FamilyRow } from "./family-members.server.ts";
import { mergesOf } from "./merge.ts";

interface Merge {
  brought: FamilyRow;
  kept: FamilyRow;
}

/** Which family members of a household that joins another are somebody who is there already. */
export async function findMerges(trx: Transaction<Database>, from: string, to: string): Promise<Merge[]> {
  const familyOf = (householdId: string) =>
    trx.selectFrom("family_members").selectAll().where("household_id", "=", householdId).orderBy("id").execute();
  return mergesOf(await familyOf(from), await familyOf(to));
}

/** Brings a household's family members into another one; those who are there already become one with them. */
export async function bringFamily(
  trx: Transaction<Database>,
  { from, to, merges }: { from: string; to: string; merges: Merge[] },
): Promise<void> {
  for (const { brought, kept } of merges) {
    // A family has a handful of members: a statement for each who is in both.
    await trx
      .updateTable("family_members")
      .set({ phone: kept.phone ?? brought.phone, email: kept.email ?? brought.email })
      .where("id", "=", kept.id)
      .execute();
  }
  const merged = merges.map(({ brought }) => brought.id);
  if (merged.length > 0) await trx.deleteFrom("family_members").where("id", "in", merged).execute();
  await trx.updateTable("family_members").set({ household_id: to }).where("household_id", "=", from).execute();
}
