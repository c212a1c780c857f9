import { type Kysely, sql } from "kysely";
import { eachEngine } from "./sql/each-engine.ts";
import type { Database } from "./schema.ts";

export async function hasTable(db: Kysely<Database>, name: string): Promise<boolean> {
  const { rows } = await eachEngine({
    sqlite: sql`select 1 from sqlite_master where type = 'table' and name = ${name}`,
    postgres: sql`
      select 1 from pg_tables
      where schemaname = current_schema() and tablename = ${name}`,
  }).execute(db);
  return rows.length > 0;
}
