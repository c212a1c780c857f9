import type { Transaction } from "kysely";
import type { Database } from "#db/schema.ts";

export async function replaceFamilyMember(
  trx: Transaction<Database>,
  from: string,
  to: string,
): Promise<void> {
  await trx
    .updateTable("delegations")
    .set({ family_member_id: to })
    .where("family_member_id", "=", from)
    .execute();
  await trx
    .updateTable("delegations")
    .set(({ fn, ref, val }) => ({
      turns_before: fn("replace", [ref("turns_before"), val(from), val(to)]),
    }))
    .where("turns_before", "is not", null)
    .where("turns_before", "like", `%${from}%`)
    .execute();
}
