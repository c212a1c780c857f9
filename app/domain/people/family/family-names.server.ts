import type { Kysely } from "kysely";
import { compileOnce } from "#db/sql/compile-once.ts";
import type { Database, Relation } from "#db/schema.ts";

export async function listFamilyNames(
  db: Kysely<Database>,
  householdId: string,
): Promise<{ name: string; relation: Relation }[]> {
  return listNames(db, householdId);
}

const listNames = compileOnce((db, householdId: string) =>
  db
    .selectFrom("people")
    .select(["name", "relation"])
    .$narrowType<{ relation: Relation }>()
    .where("household_id", "=", householdId)
    .where("relation", "is not", null)
    .where("left_at", "is", null),
);
