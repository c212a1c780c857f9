import type { Transaction } from "kysely";
import { mergesOf } from "./merge.ts";
import type { Database } from "#db/schema.ts";

/** Brings a household's family members into another one; those who are there already become one with them. */
export async function bringFamily(trx: Transaction<Database>, from: string, to: string): Promise<void> {
  const familyOf = (householdId: string) =>
    trx.selectFrom("family_members").selectAll().where("household_id", "=", householdId).orderBy("id").execute();
  const merges = mergesOf(await familyOf(from), await familyOf(to));
  for (const { brought, kept } of merges) {
    // A family has a handful of members: a few statements for each who is in both.
    await trx
      .updateTable("family_members")
      .set({ phone: kept.phone ?? brought.phone, email: kept.email ?? brought.email })
      .where("id", "=", kept.id)
      .execute();
    await trx.updateTable("tasks").set({ delegated_to: kept.id }).where("delegated_to", "=", brought.id).execute();
    await trx
      .updateTable("delegations")
      .set({ family_member_id: kept.id })
      .where("family_member_id", "=", brought.id)
      .execute();
    await trx
      .updateTable("user_preferences")
      .set({ default_spouse_id: kept.id })
      .where("default_spouse_id", "=", brought.id)
      .execute();
  }
  const merged = merges.map(({ brought }) => brought.id);
  if (merged.length > 0) await trx.deleteFrom("family_members").where("id", "in", merged).execute();
  await trx.updateTable("family_members").set({ household_id: to }).where("household_id", "=", from).execute();
}
