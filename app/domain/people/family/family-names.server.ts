import type { Kysely } from "kysely";
import { compileOnce } from "#db/sql/compile-once.ts";
import type { Database, Relation } from "#db/schema.ts";

export async function listFamilyNames(
  db: Kysely<Database>,
  householdId: string,
): Promise<{ name: string; relation: Relation; hasAccount: boolean }[]> {
  const rows = await listNames(db, householdId);
  return rows.map(({ user_id, ...member }) => ({ ...member, hasAccount: user_id !== null }));
}

const listNames = compileOnce((db, householdId: string) =>
  db
    .selectFrom("people")
    .select(["name", "relation", "user_id"])
    .$narrowType<{ relation: Relation }>()
    .where("household_id", "=", householdId)
    .where("relation", "is not", null)
    .where("left_at", "is", null),
);
