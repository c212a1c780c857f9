import type { Transaction } from "kysely";
import type { Database } from "#db/schema.ts";

/** For a family member who has become one with another: what they were asked, that one was. */
export async function replaceFamilyMember(trx: Transaction<Database>, from: string, to: string): Promise<void> {
  await trx.updateTable("delegations").set({ family_member_id: to }).where("family_member_id", "=", from).execute();
}
