import type { Kysely } from "kysely";
import { compileOnce } from "#app/domain/core/sql/compile-once.ts";
import type { Database, Relation } from "#db/schema.ts";

export async function listFamilyNames(
  db: Kysely<Database>,
  householdId: string,
): Promise<{ name: string; relation: Relation }[]> {
  return listNames(db, householdId);
}

const listNames = compileOnce((db, householdId: string) =>
  db
    .selectFrom("family_members")
    .select(["name", "relation"])
    .where("household_id", "=", householdId),
);
