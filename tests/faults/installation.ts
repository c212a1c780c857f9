import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import { Client } from "pg";
import "#app/domain/wiring/rules.server.ts";
import { newSecrets, replaceSecrets } from "#app/config/secrets.server.ts";
import { openDatabase } from "#db/connection.server.ts";
import { migratePostgres } from "#db/dialects/postgres/migrate.ts";
import { openPostgres } from "#db/dialects/postgres/open.ts";
import { migrateToLatest } from "#db/migrate.ts";
import type { Database } from "#db/schema.ts";
import { type PostgresServer, startPostgres } from "#tests/support/postgres/server.ts";
import { liftAddingLimit } from "#tests/support/records/lift-adding-limit.ts";
import { ownClockSettings } from "#tests/support/runner/clock/clock-settings.ts";

/** A data folder and the environment of its processes. */
export interface Installation extends AsyncDisposable {
  folder: string;
  /** Where its processes log; the data folder by default. */
  logFolder?: string;
  db: Kysely<Database>;
  /** Every process's environment; rows add to it. */
  settings: Record<string, string>;
  /** Its database server, unless it uses SQLite. */
  postgres?: PostgresServer;
  /** Lets an account add more than 60 tasks a minute. */
  liftAddingLimit: () => Promise<void>;
}

/**
 * Creates a data folder with keys and tables.
 * @param template a closed, migrated database to copy
 */
export async function newInstallation(folder: string, template?: string): Promise<Installation> {
  makeKeys(folder);
  if (template) copyFileSync(template, join(folder, "mila.db"));
  const db = openDatabase(join(folder, "mila.db"));
  await migrateToLatest(db);
  return {
    folder,
    db,
    settings: settingsOf(folder),
    liftAddingLimit: async () => liftAddingLimit(folder),
    [Symbol.asyncDispose]: () => db.destroy(),
  };
}

/**
 * Creates a data folder with keys, and a PostgreSQL server of its own with tables.
 * @param more lines of the server's settings
 */
export async function newInstallationOnPostgres(
  folder: string,
  more?: string[],
): Promise<Installation> {
  makeKeys(folder);
  const postgres = await startPostgres({ isLasting: true, more });
  const db = openPostgres(postgres.url);
  await migratePostgres(db);
  return {
    folder,
    db,
    postgres,
    settings: { ...settingsOf(folder), DATABASE_URL: postgres.url },
    liftAddingLimit: () => liftAddingLimitIn(db),
    async [Symbol.asyncDispose]() {
      await db.destroy();
      await postgres[Symbol.asyncDispose]();
    },
  };
}

async function liftAddingLimitIn(db: Kysely<Database>): Promise<void> {
  await sql`create or replace function forget_adding() returns trigger language plpgsql as
    'begin return null; end'`.execute(db);
  await sql`create or replace trigger forget_adding before insert on limit_events for each row
    when (starts_with(new.rule, 'adds_')) execute function forget_adding()`.execute(db);
}

/** Has a data folder of its own, with the same keys and database. */
export function newMachine(
  { folder, settings, ...rest }: Installation,
  name: string,
): Installation {
  const own = join(folder, name);
  mkdirSync(own);
  copyFileSync(join(folder, "secrets.json"), join(own, "secrets.json"));
  return { ...rest, folder: own, settings: { ...settings, DATA_DIR: own } };
}

/** The same keys and server, with an empty database that no process has opened yet. */
export async function inNewDatabase(installation: Installation): Promise<Installation> {
  const { url: server } = installation.postgres!;
  const client = new Client({ connectionString: server });
  await client.connect();
  await client.query("create database another");
  await client.end();
  const url = Object.assign(new URL(server), { pathname: "another" }).href;
  const db = openPostgres(url);
  return {
    ...installation,
    db,
    settings: { ...installation.settings, DATABASE_URL: url },
    liftAddingLimit: () => liftAddingLimitIn(db),
    [Symbol.asyncDispose]: () => db.destroy(),
  };
}

function makeKeys(folder: string): void {
  mkdirSync(folder, { recursive: true });
  replaceSecrets(newSecrets(), folder);
}

function settingsOf(folder: string): Record<string, string> {
  return {
    PATH: process.env.PATH ?? "",
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? "",
    DATA_DIR: folder,
    TEST_ONLY_CHEAP_PASSWORDS: "yes",
    PORT: "0",
    MILA_TIME_ZONE: "America/New_York",
    ...ownClockSettings,
  };
}
