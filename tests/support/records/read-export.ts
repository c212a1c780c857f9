import type { Kysely } from "kysely";
import { exportAccount } from "#app/domain/lifecycle/export.server.ts";
import type { Database } from "#db/schema.ts";

export async function readExport(
  db: Kysely<Database>,
  viewer: { userId: string; householdId: string },
): Promise<Record<string, any>> {
  let file = "";
  for await (const piece of await exportAccount(db, viewer)) file += piece;
  return JSON.parse(file);
}
