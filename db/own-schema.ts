import { type Kysely, sql } from "kysely";
import { Migrator } from "kysely/migration";
import { openDatabase } from "./connection.server.ts";
import { BackupError, damaged } from "./errors.ts";
import { readAsFirstSchema } from "./first-schema.ts";
import { listApplied, listMigrations, readMigrations } from "./known-migrations.ts";
import type { Database } from "./schema.ts";

/**
 * Objects that SQLite itself creates. Their names are reserved, but a file that was written by hand
 * may break the rule.
 */
const internal = /^(table sqlite_(sequence|stat[14])|index sqlite_autoindex_\w+)$/;

/**
 * Refuses foreign objects, because a trigger or view would run in the restored database with access
 * to everything, long after the restore.
 * @throws BackupError when the backup contains something that its migrations don't create, or is
 * from a newer version or one too old
 */
export async function requireOwnSchema(db: Kysely<Database>, file: string): Promise<void> {
  const applied = readAsFirstSchema(await listApplied(db), file);
  const known = await listMigrations();
  const unknown = applied.find((name) => !known.includes(name));
  if (unknown)
    throw new BackupError(
      `${file} was made by a newer version of Mila (${unknown}): restore it with that version`,
    );
  const own = await describeOwn(applied);
  const foreign = (await listObjects(db)).find(
    (object) => !own.has(object) && !internal.test(object),
  );
  if (foreign) throw neverMade(file, foreign);
  const found = await describeTables(db);
  for (const [table, shape] of own) {
    if (shape !== null && !found.has(table)) throw damaged(file);
    if (shape !== null && found.get(table) !== shape) throw neverMade(file, `${table}, changed`);
  }
}

const neverMade = (file: string, object: string) =>
  new BackupError(
    `${file} holds what Mila never made (${object}), which may do harm: restore a backup that you trust`,
  );

/** Returns each object that the migrations create, with its shape if it is a table. */
async function describeOwn(applied: string[]): Promise<Map<string, string | null>> {
  const migrations = Object.entries(await readMigrations()).filter(([name]) =>
    applied.includes(name),
  );
  await using scratch = openDatabase(":memory:");
  const provider = { getMigrations: async () => Object.fromEntries(migrations) };
  const { error } = await new Migrator({ db: scratch, provider }).migrateToLatest();
  if (error) throw error;
  const objects = (await listObjects(scratch)).map((object): [string, null] => [object, null]);
  return new Map<string, string | null>([
    ...objects,
    ["table backup", null],
    ...(await describeTables(scratch)),
  ]);
}

async function listObjects(db: Kysely<Database>): Promise<string[]> {
  const { rows } = await sql<{
    object: string;
  }>`select type || ' ' || name as object from sqlite_master`.execute(db);
  return rows.map(({ object }) => object);
}

/**
 * Returns what acts in a table like a trigger: defaults, keys, and what a conflict does. Virtual
 * tables have no page.
 */
async function describeTables(db: Kysely<Database>): Promise<Map<string, string>> {
  const { rows } = await sql<{ object: string; shape: string }>`
    select type || ' ' || name as object, json_array(
      rootpage > 0,
      sql like '%on conflict%',
      (select json_group_array(json_array(name, type, "notnull", dflt_value, pk, hidden))
        from pragma_table_xinfo(tables.name)),
      (select json_group_array(json_array("table", "from", "to", on_update, on_delete))
        from pragma_foreign_key_list(tables.name)),
      (select json_group_array(json_array(parts.name, indexes.name) order by indexes.name, parts.seqno)
        from pragma_index_list(tables.name) as indexes, pragma_index_info(indexes.name) as parts
        where indexes.origin != 'c')
    ) as shape
    from sqlite_master as tables where type = 'table' and name not like 'sqlite!_%' escape '!' and name != 'backup'
  `.execute(db);
  return new Map(rows.map(({ object, shape }) => [object, shape]));
}
