import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import type { Delivery } from "../preparation.ts";

export function findMerged(db: Kysely<Database>, digestIds: string[]): Promise<Delivery[]> {
  return db.selectFrom("deliveries").selectAll().where("merged_into", "in", digestIds).orderBy("due_at").execute();
}
