import type { Transaction } from "kysely";
import type { Database } from "#db/schema.ts";

export async function moveSeries(trx: Transaction<Database>, from: string, to: string): Promise<void> {
  await trx.updateTable("breaks").set({ household_id: to }).where("household_id", "=", from).execute();
  await trx.updateTable("series").set({ household_id: to }).where("household_id", "=", from).execute();
}
