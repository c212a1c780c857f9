import { type Kysely, sql } from "kysely";
import type { Database } from "./schema.ts";

export async function hasTable(db: Kysely<Database>, name: string): Promise<boolean> {
  const { rows } =
    await sql`select 1 from sqlite_master where type = 'table' and name = ${name}`.execute(db);
  return rows.length > 0;
}
