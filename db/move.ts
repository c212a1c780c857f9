import { CompiledQuery, type Kysely, sql, type Transaction } from "kysely";
import { createTables } from "./dialects/postgres/migrate.ts";
import { forgetIdentity } from "./dialects/postgres/notice-restore.ts";
import { hasTable } from "./has-table.ts";
import type { Database } from "./schema.ts";
import { movedFact, readDatabaseFact } from "./version.ts";

/** Its message can be shown to the user. */
export class MoveError extends Error {}

interface Table {
  name: string;
  columns: string[];
  /** The primary key's columns; empty for a table without one. */
  key: string[];
}

type Row = Record<string, string | number | null>;
type Rows = AsyncGenerator<Row[]>;

const rowsAtOnce = 500;

/**
 * Copies everything from a migrated SQLite database to an empty PostgreSQL one, and compares each
 * row. Returns the number of rows. Changes nothing if it fails.
 * @throws MoveError if the other database is not empty, or a row differs
 */
export async function moveToPostgres(
  sqlite: Kysely<Database>,
  postgres: Kysely<Database>,
): Promise<number> {
  const tables = await listTables(sqlite);
  return postgres.transaction().execute(async (trx) => {
    await requireUtf8(trx);
    if (await hasTable(trx, "kysely_migration"))
      throw new MoveError("the PostgreSQL database already has Mila's tables: name an empty one");
    await createTables(trx, sqlite, async () => {
      for (const table of tables) await copy(table, sqlite, trx);
      for (const table of tables) await countOn(table, trx);
    });
    const count = await compareAll(tables, sqlite, trx);
    await forgetIdentity(trx);
    return count;
  });
}

/**
 * Copies everything from PostgreSQL to a migrated SQLite database without accounts, and compares
 * each row. Returns the number of rows. Changes nothing if it fails.
 * @throws MoveError if a row differs
 */
export async function moveToSqlite(
  postgres: Kysely<Database>,
  sqlite: Kysely<Database>,
): Promise<number> {
  if (await readDatabaseFact(postgres, movedFact))
    throw new MoveError("everything in it was moved to a data folder before");
  const tables = await listTables(sqlite);
  return sqlite.transaction().execute(async (trx) => {
    await sql`pragma defer_foreign_keys = on`.execute(trx);
    for (const { name } of tables) await sql`delete from ${sql.table(name)}`.execute(trx);
    // Triggers count the words of a household's tasks, so its own count comes after them.
    const households = tables.filter(({ name }) => name === "households");
    const others = tables.filter((table) => !households.includes(table));
    for (const table of [...others, ...households]) await copy(table, postgres, trx);
    const count = await compareAll(tables, postgres, trx);
    await forgetIdentity(trx);
    return count;
  });
}

/** @throws MoveError if the database cannot keep all that somebody may type */
async function requireUtf8(trx: Transaction<Database>): Promise<void> {
  const { rows } = await sql<{ server_encoding: string }>`show server_encoding`.execute(trx);
  if (rows[0]?.server_encoding !== "UTF8")
    throw new MoveError("the database must have the encoding UTF8");
}

async function copy(table: Table, from: Kysely<any>, to: Transaction<any>): Promise<void> {
  for await (const rows of read(table, from))
    await to.insertInto(table.name).values(rows).execute();
}

/** Lets new rows get the numbers after those that were copied. */
async function countOn({ name, key }: Table, trx: Transaction<any>): Promise<void> {
  const [column] = key;
  const sequence = sql`pg_get_serial_sequence(${name}, ${column ?? ""})`;
  if (!column || key.length > 1) return;
  const { rows } = await sql<{ sequence: string | null }>`select ${sequence} as sequence`.execute(
    trx,
  );
  if (rows[0]?.sequence)
    await sql`
      select setval(${rows[0].sequence}, coalesce(max(${sql.ref(column)}), 0) + 1, false)
      from ${sql.table(name)}
    `.execute(trx);
}

async function compareAll(
  tables: Table[],
  from: Kysely<any>,
  to: Transaction<any>,
): Promise<number> {
  let count = 0;
  for (const table of tables) {
    const [copied, copies] = [read(table, from), read(table, to)];
    for (;;) {
      const [one, other] = [await copied.next(), await copies.next()];
      if (textOf(one.value) !== textOf(other.value))
        throw new MoveError(`${table.name} differs after it was copied`);
      if (one.done) break;
      count += one.value.length;
    }
  }
  return count;
}

/** PostgreSQL keeps no NUL, which nobody can see. */
const textOf = (rows: unknown) => JSON.stringify(rows ?? null).replaceAll(String.raw`\u0000`, "");

/** Reads a table in the order of its key. */
async function* read({ name, columns, key }: Table, db: Kysely<any>): Rows {
  const order = key.length > 0 ? key : columns;
  const keyOf = sql`(${sql.join(order.map((column) => sql.ref(column)))})`;
  let last: Row | undefined;
  do {
    const after =
      last && sql<boolean>`${keyOf} > (${sql.join(order.map((column) => last![column]))})`;
    const rows: Row[] = await db
      .selectFrom(name)
      .select(columns)
      .$if(after !== undefined, (query) => query.where(after!))
      .$call((query) => order.reduce((sorted, column) => sorted.orderBy(column), query))
      // A table without a key is small.
      .$if(key.length > 0, (query) => query.limit(rowsAtOnce))
      .execute();
    if (rows.length > 0) yield rows;
    last = rows.length === rowsAtOnce && key.length > 0 ? rows.at(-1) : undefined;
  } while (last);
}

/** Lists the tables of a SQLite database, without those that SQLite keeps itself. */
async function listTables(sqlite: Kysely<Database>): Promise<Table[]> {
  const statement = `
    select tables.name as "table", info.name as "column", info.pk
    from pragma_table_list as tables, pragma_table_info(tables.name) as info
    where tables.schema = 'main' and tables.type = 'table' and tables.name not like 'sqlite%'
    order by tables.name, info.cid`;
  const { rows } = await sqlite.executeQuery(
    CompiledQuery.raw(statement) as CompiledQuery<{ table: string; column: string; pk: number }>,
  );
  return [...Map.groupBy(rows, ({ table }) => table)].map(([name, columns]) => ({
    name,
    columns: columns.map(({ column }) => column),
    key: columns
      .filter(({ pk }) => pk > 0)
      .toSorted((one, other) => one.pk - other.pk)
      .map(({ column }) => column),
  }));
}
