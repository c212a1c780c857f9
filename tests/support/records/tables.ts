import { type Kysely, sql } from "kysely";
import { eachEngine } from "#db/sql/each-engine.ts";
import type { Database } from "#db/schema.ts";

/** Lists the tables, without those that the full-text index keeps for itself. */
export async function listTables(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await eachEngine<{ name: string }>({
    sqlite: sql`
      select name from pragma_table_list
      where schema = 'main' and type = 'table'
        and name not like 'sqlite!_%' escape '!' and name not like 'kysely!_%' escape '!'
      order by name`,
    postgres: sql`
      select tablename as name from pg_tables
      where schemaname = 'public'
        and tablename not like 'kysely!_%' escape '!' and tablename <> 'facts_of_template'
      order by name`,
  }).execute(db);
  return rows.map(({ name }) => name);
}
