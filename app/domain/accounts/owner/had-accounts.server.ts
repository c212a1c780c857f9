import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";

/** A deleted account leaves events. After 180 days without any account they are gone, too. */
export async function hasHadAccounts(db: Kysely<Database>): Promise<boolean> {
  if (await db.selectFrom("users").select("id").limit(1).executeTakeFirst()) return true;
  return (
    (await db.selectFrom("audit_events").select("id").limit(1).executeTakeFirst()) !== undefined
  );
}
