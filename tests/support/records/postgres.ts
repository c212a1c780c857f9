import { randomUUID } from "node:crypto";
import { Kysely } from "kysely";
import pg from "pg";
import { postgresDialect } from "#db/dialects/postgres/dialect.ts";
import { openPool } from "#db/dialects/postgres/open-pool.ts";
import { openPostgres } from "#db/dialects/postgres/open.ts";
import { migratePostgres } from "#db/dialects/postgres/migrate.ts";
import type { Database } from "#db/schema.ts";

/** The server's address, if the tests run on PostgreSQL. */
export const postgresServer = process.env.TEST_ONLY_POSTGRES ?? "";

const addressOf = (name: string) => Object.assign(new URL(postgresServer), { pathname: name }).href;

async function command(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: addressOf("postgres") });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

const newName = () => `mila_${randomUUID().replaceAll("-", "")}`;

/** Makes a database with Mila's tables. Returns its name. */
export async function makeTemplate(): Promise<string> {
  const name = newName();
  await command(`create database ${name}`);
  const db = openPostgres(addressOf(name));
  await migratePostgres(db);
  await db.destroy();
  return name;
}

export const dropDatabase = (name: string) =>
  command(`drop database if exists ${name} with (force)`);

/** Copies the template when the first query runs. */
export function copyOf(template: string): { db: Kysely<Database>; remove: () => Promise<void> } {
  const name = newName();
  let isMade = false;
  const db = new Kysely<Database>({
    dialect: postgresDialect(async () => {
      await command(`create database ${name} template ${template}`);
      isMade = true;
      return openPool(addressOf(name));
    }),
  });
  return {
    db,
    async remove() {
      await db.destroy();
      if (isMade) await dropDatabase(name);
    },
  };
}
