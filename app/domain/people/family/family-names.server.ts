import type { Kysely } from "kysely";
import { compileOnce } from "#db/sql/compile-once.ts";
import type { Database, Relation } from "#db/schema.ts";
import { normalizeName } from "../same-name.ts";

/**
 * Lists everyone whom a request can name: the family's list, and accounts that it does not have,
 * which count as "other".
 */
export async function listFamilyNames(
  db: Kysely<Database>,
  householdId: string,
): Promise<{ name: string; relation: Relation; hasAccount: boolean }[]> {
  const rows = await listNames(db, householdId);
  return rows
    .filter(({ name, relation }) => relation !== null || !mailboxes.has(normalizeName(name)))
    .map(({ user_id, name, relation }) => ({
      name,
      relation: relation ?? "other",
      hasAccount: user_id !== null,
    }));
}

/**
 * An account without a first name is called by the beginning of its address. These are words of
 * many requests: "clean the house" names nobody.
 */
const mailboxes = new Set(
  "admin bills contact email family hello home house info kids mail me office school us".split(" "),
);

const listNames = compileOnce((db, householdId: string) =>
  db
    .selectFrom("people")
    .select(["name", "relation", "user_id"])
    .where("household_id", "=", householdId)
    .where(({ eb, or }) => or([eb("relation", "is not", null), eb("user_id", "is not", null)]))
    .where("left_at", "is", null),
);
