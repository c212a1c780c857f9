import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";

/**
 * True if this database has, or had, accounts. A deleted account leaves audit events for 180 days.
 */
export async function hasHadAccounts(db: Kysely<Database>): Promise<boolean> {
  if (await db.selectFrom("users").select("id").limit(1).executeTakeFirst()) return true;
  return (
    (await db.selectFrom("audit_events").select("id").limit(1).executeTakeFirst()) !== undefined
  );
}
