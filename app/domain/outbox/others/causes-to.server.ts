import type { Transaction } from "kysely";
import type { Database } from "#db/schema.ts";

const mostCauses = 9;

/** Lists why Mila wrote to this number or address in the last month, the newest first. */
export async function listCausesTo(
  trx: Transaction<Database>,
  recipient: string,
): Promise<string[]> {
  const rows = await trx
    .selectFrom("messages_to_others")
    .select("cause")
    .where("recipient", "=", recipient)
    .orderBy("counted_at", "desc")
    .orderBy("cause")
    .limit(mostCauses)
    .execute();
  return rows.map(({ cause }) => cause);
}
