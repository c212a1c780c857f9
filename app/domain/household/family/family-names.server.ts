import type { Kysely } from "kysely";
import type { Database, Relation } from "#db/schema.ts";

export async function listFamilyNames(
  db: Kysely<Database>,
  householdId: string,
): Promise<{ name: string; relation: Relation }[]> {
  return db.selectFrom("family_members").select(["name", "relation"]).where("household_id", "=", householdId).execute();
}
