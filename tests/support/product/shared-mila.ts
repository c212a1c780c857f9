import { join } from "node:path";
import SQLite from "better-sqlite3";
import { type Kysely, sql } from "kysely";
import { inject } from "vitest";
import { readSecrets, replaceSecrets } from "#app/config/secrets.server.ts";
import "#app/domain/wiring/rules.server.ts";
import { openDatabase } from "#db/connection.server.ts";
import { openPostgres } from "#db/dialects/postgres/open.ts";
import type { Database } from "#db/schema.ts";
import { emptyTables } from "../postgres/databases.ts";
import type { SharedAddress } from "./shared-mila-host.ts";
import type { SharedKind } from "./shared-mila-kinds.ts";

export interface RunningMila extends AsyncDisposable {
  url: string;
  dataFolder: string;
  db: Kysely<Database>;
}

export interface SharedMila extends RunningMila {
  settings: Record<string, string>;
  origin: string;
  log: () => Promise<string>;
}

/** Tables that are kept between files. */
const instanceTables = new Set([
  "kysely_migration",
  "kysely_migration_lock",
  "instance_facts",
  "workers",
]);

/**
 * Empties the database shared by the files of a Vitest slot.
 * Tests that start, stop, kill or configure the product start their own.
 */
export async function sharedMila(kind: SharedKind = "plain"): Promise<SharedMila> {
  const path = `${inject("sharedMilaHost")}/${process.env.VITEST_POOL_ID}/${kind}`;
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(await answer.text());
  const address = (await answer.json()) as SharedAddress;
  const { url, dataFolder, settings, databaseUrl, logLength } = address;
  const db = databaseUrl
    ? await openEmptied(databaseUrl)
    : await openEmptiedFile(join(dataFolder, "mila.db"));
  // Removes the mark of an earlier file's accounts, which would now be missing.
  replaceSecrets(readSecrets(dataFolder), dataFolder);
  return {
    url,
    dataFolder,
    settings,
    origin: settings.APP_URL ?? url,
    db,
    log: async () => (await (await fetch(`${path}/log`)).text()).slice(logLength),
    [Symbol.asyncDispose]: () => db.destroy(),
  };
}

async function openEmptied(url: string): Promise<Kysely<Database>> {
  const db = openPostgres(url);
  await emptyTables(db, [...instanceTables]);
  await db.deleteFrom("instance_facts").where("name", "like", "dismissed:%").execute();
  return db;
}

async function openEmptiedFile(file: string): Promise<Kysely<Database>> {
  emptyDatabase(file);
  const db = openDatabase(file);
  // Test data need not survive a power cut.
  await sql`pragma synchronous = off`.execute(db);
  return db;
}

function emptyDatabase(file: string): void {
  const sqlite = new SQLite(file, { fileMustExist: true, timeout: 10_000 });
  sqlite.pragma("foreign_keys = OFF");
  const tables = sqlite
    .prepare<[], string>(
      "select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite_%'",
    )
    .pluck()
    .all();
  sqlite
    .transaction(() => {
      for (const name of tables)
        if (!instanceTables.has(name)) sqlite.exec(`delete from "${name}"`);
      sqlite.exec("delete from instance_facts where name like 'dismissed:%'");
    })
    .immediate();
  sqlite.close();
}
