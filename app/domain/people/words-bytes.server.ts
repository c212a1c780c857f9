import type { Kysely } from "kysely";
import { compileOnce } from "#db/sql/compile-once.ts";
import type { Database } from "#db/schema.ts";

/** Returns the size of the titles and descriptions of all tasks, including completed ones. */
export async function findWordsBytes(db: Kysely<Database>, householdId: string): Promise<number> {
  const [household] = await readWordsBytes(db, householdId);
  return household?.words_bytes ?? 0;
}

const readWordsBytes = compileOnce((db, householdId: string) =>
  db.selectFrom("households").select("words_bytes").where("id", "=", householdId),
);
