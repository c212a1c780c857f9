import { randomUUID } from "node:crypto";
import { CompiledQuery, Kysely, sql } from "kysely";
import { Client, type Pool } from "pg";
import { postgresDialect } from "#db/dialects/postgres/dialect.ts";
import { type OpenPools, openPools } from "#db/dialects/postgres/open-pool.ts";
import { openPostgres } from "#db/dialects/postgres/open.ts";
import { migratePostgres } from "#db/dialects/postgres/migrate.ts";
import type { Database } from "#db/schema.ts";

/** The server's address, if the tests run on PostgreSQL. */
export const postgresServer = process.env.TEST_ONLY_POSTGRES ?? "";

const addressOf = (name: string) => Object.assign(new URL(postgresServer), { pathname: name }).href;

async function command<Row extends object>(text: string): Promise<Row[]> {
  const client = new Client({ connectionString: addressOf("postgres") });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
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
  await db.executeQuery(CompiledQuery.raw(emptying));
  const facts = "create table facts_of_template as select * from instance_facts";
  await db.executeQuery(CompiledQuery.raw(facts));
  await db.destroy();
  return name;
}

/** Deletes the rows of all tables but these, without triggers and foreign keys. */
const emptying = `
  create function empty_tables(kept text[]) returns void language plpgsql as $$
  declare
    one text;
    has_rows boolean;
  begin
    set local session_replication_role = replica;
    for one in select tablename from pg_tables
      where schemaname = 'public' and tablename <> all (kept)
    loop
      execute format('select exists (select 1 from %I)', one) into has_rows;
      if has_rows then execute format('delete from %I', one); end if;
    end loop;
  end $$`;

const keptInCopies = "'{kysely_migration, kysely_migration_lock, facts_of_template}'";

/** Drops a template and its copies. */
export async function dropCopies(template: string): Promise<void> {
  const names = await command<{ datname: string }>(
    `select datname from pg_database where datname like '${template}%'`,
  );
  for (const { datname } of names) await command(`drop database ${datname} with (force)`);
}

const lockTimeoutMs = 10_000;

/** Copies that no test uses at the moment. Their connections stay open, because each costs much. */
const free: OpenPools[] = [];

/** Takes a copy of the template when the first query runs. */
export function copyOf(template: string): { db: Kysely<Database>; remove: () => Promise<void> } {
  let pools: OpenPools | undefined;
  const db = new Kysely<Database>({
    dialect: postgresDialect(async () => {
      pools = free.pop() ?? (await makeCopy(template));
      return {
        ...pools,
        forChanges: withoutEnd(pools.forChanges),
        forReads: withoutEnd(pools.forReads),
      };
    }),
  });
  return {
    db,
    async remove() {
      await db.destroy();
      if (!pools) return;
      await pools.forReads.query(`
        select empty_tables(${keptInCopies});
        insert into instance_facts select * from facts_of_template`);
      free.push(pools);
    },
  };
}

const withoutEnd = (pool: Pool) => ({ connect: () => pool.connect(), end: async () => undefined });

async function makeCopy(template: string): Promise<OpenPools> {
  const name = `${template}_${randomUUID().slice(0, 8)}`;
  await command(`create database ${name} template ${template}`);
  return openPools(addressOf(name), lockTimeoutMs);
}

/** Makes a database without tables that `emptyTables` can empty. Returns its address. */
export async function makeEmptyable(): Promise<string> {
  const name = newName();
  await command(`create database ${name}`);
  const client = new Client({ connectionString: addressOf(name) });
  await client.connect();
  await client.query(emptying);
  await client.end();
  return addressOf(name);
}

export async function emptyTables(db: Kysely<Database>, kept: string[]): Promise<void> {
  await sql`select empty_tables(${kept})`.execute(db);
}

/** An empty database of its own. */
export async function emptyDatabase() {
  const name = newName();
  await command(`create database ${name}`);
  const url = addressOf(name);
  return {
    url,
    db: openPostgres(url),
    async [Symbol.asyncDispose]() {
      await this.db.destroy();
      await command(`drop database ${name} with (force)`);
    },
  };
}
