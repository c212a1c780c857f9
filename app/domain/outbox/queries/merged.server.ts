import type { Transaction } from "kysely";
import type { Database } from "#db/schema.ts";
import type { Delivery } from "../preparation.ts";

export function findMerged(trx: Transaction<Database>, digestIds: string[]): Promise<Delivery[]> {
  return trx.selectFrom("deliveries").selectAll().where("merged_into", "in", digestIds).orderBy("due_at").execute();
}
