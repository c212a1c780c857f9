import type { Transaction } from "kysely";
import type { Database } from "#db/schema.ts";
import type { FamilyRow } from "./family-members.server.ts";
import { pairMembers } from "./merge.ts";

interface Merge {
  incoming: FamilyRow;
  kept: FamilyRow;
}

export async function findDuplicates(
  trx: Transaction<Database>,
  from: string,
  to: string,
): Promise<Merge[]> {
  const familyOf = (householdId: string) =>
    trx
      .selectFrom("family_members")
      .selectAll()
      .where("household_id", "=", householdId)
      .orderBy("id")
      .execute();
  return pairMembers(await familyOf(from), await familyOf(to));
}

export async function moveFamilyMembers(
  trx: Transaction<Database>,
  { from, to, merges }: { from: string; to: string; merges: Merge[] },
): Promise<void> {
  for (const { incoming, kept } of merges) {
    await trx
      .updateTable("family_members")
      .set({ phone: kept.phone ?? incoming.phone, email: kept.email ?? incoming.email })
      .where("id", "=", kept.id)
      .execute();
  }
  const mergedIds = merges.map(({ incoming }) => incoming.id);
  if (mergedIds.length > 0)
    await trx.deleteFrom("family_members").where("id", "in", mergedIds).execute();
  await trx
    .updateTable("family_members")
    .set({ household_id: to })
    .where("household_id", "=", from)
    .execute();
}
