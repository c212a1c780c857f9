import { type Kysely, sql } from "kysely";
import type { Database } from "#db/schema.ts";

/** Lists the tables, without those that the full-text index keeps for itself. */
export async function listTables(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from pragma_table_list
    where schema = 'main' and type = 'table'
      and name not like 'sqlite!_%' escape '!' and name not like 'kysely!_%' escape '!'
    order by name
  `.execute(db);
  return rows.map(({ name }) => name);
}
