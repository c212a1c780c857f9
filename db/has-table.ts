import { type Kysely, sql } from "kysely";
import type { Database } from "./schema.ts";

/** Whether the database has a table of this name, one of the migrator's or of a backup too. */
export async function hasTable(db: Kysely<Database>, name: string): Promise<boolean> {
  const { rows } = await sql`select 1 from sqlite_master where type = 'table' and name = ${name}`.execute(db);
  return rows.length > 0;
}
