import { type Kysely, sql } from "kysely";
import { Migrator } from "kysely/migration";
import { expect, test } from "vitest";
import { openDatabase } from "#db/connection.server.ts";
import { type KnownMigration, readMigrations } from "#db/known-migrations.ts";
import { isOnPostgres } from "../../support/records/engines.ts";

/** The last migration beside which no older version can run. */
const firstRelease = "0040_known_states";

interface Shape {
  /** Each table's statement. */
  tables: Map<string, string>;
  columns: { name: string; mayBeLeftOut: boolean }[];
  /** Unique indexes and triggers, which may refuse or change a row. */
  rules: { name: string; table: string; sql: string | null }[];
}

async function shapeOf(db: Kysely<any>): Promise<Shape> {
  const { rows } = await sql<{ type: string; name: string; table: string; sql: string | null }>`
    select type, name, tbl_name as "table", sql from sqlite_master
    where name not like 'kysely!_%' escape '!'`.execute(db);
  const columns = await sql<{ name: string; mayBeLeftOut: number }>`
    select tables.name || '.' || columns.name as name,
      columns."notnull" = 0 or columns.dflt_value is not null or columns.hidden > 0 as "mayBeLeftOut"
    from sqlite_master as tables, pragma_table_xinfo(tables.name) as columns
    where tables.type = 'table'`.execute(db);
  return {
    tables: new Map(
      rows.filter(({ type }) => type === "table").map(({ name, sql: text }) => [name, text ?? ""]),
    ),
    columns: columns.rows.map((one) => ({ ...one, mayBeLeftOut: one.mayBeLeftOut === 1 })),
    rules: rows.filter(
      ({ type, sql: text }) => type === "trigger" || /^create unique/i.test(text ?? ""),
    ),
  };
}

/** True if text was only added in one place: SQLite writes new columns after the others. */
function isLonger(before: string, after: string): boolean {
  let same = 0;
  while (same < before.length && before[same] === after[same]) same += 1;
  return after.length >= before.length && after.endsWith(before.slice(same));
}

/** Lists changes that an older version would stumble over. */
function findFaults(before: Shape, after: Shape): string[] {
  const known = new Set(before.columns.map(({ name }) => name));
  const names = new Set(before.rules.map(({ name }) => name));
  const tableOf = (column: string) => column.split(".")[0]!;
  return [
    ...[...before.tables].flatMap(([name, text]) => {
      return isLonger(text, after.tables.get(name) ?? "") ? [] : [`${name} is not as it was`];
    }),
    ...after.columns
      .filter(({ name }) => before.tables.has(tableOf(name)) && !known.has(name))
      .flatMap(({ name, mayBeLeftOut }) => (mayBeLeftOut ? [] : [`${name} needs a value`])),
    ...after.rules
      .filter(({ name, table }) => before.tables.has(table) && !names.has(name))
      .map(({ name }) => `${name} is a new rule`),
  ];
}

async function judge(migrations: Record<string, KnownMigration>): Promise<string[]> {
  await using db = openDatabase(":memory:");
  const made: Record<string, KnownMigration> = {};
  const faults: string[] = [];
  for (const [name, migration] of Object.entries(migrations)) {
    made[name] = migration;
    const before = await shapeOf(db);
    const provider = { getMigrations: async () => made };
    const { error } = await new Migrator({ db, provider }).migrateToLatest();
    if (error) throw error;
    if (migration.step === "expand") faults.push(...findFaults(before, await shapeOf(db)));
  }
  return faults;
}

const migrations = await readMigrations();

test.skipIf(isOnPostgres)(
  "what expands only adds what an older version can leave out",
  async () => {
    expect(await judge(migrations)).toEqual([]);
  },
);

test.skipIf(isOnPostgres).each([
  ["alter table users add column height integer not null default 0", []],
  ["create table plants (id text primary key not null) strict", []],
  ["drop table learned_words", ["learned_words is not as it was"]],
  ["alter table users drop column last_seen_at", ["users is not as it was"]],
  ["create unique index one_name on lists (name)", ["one_name is a new rule"]],
])("%s", async (statement, expected) => {
  const step = "expand" as const;
  const up = async (db: Kysely<any>) => void (await sql.raw(statement).execute(db));
  expect(await judge({ ...migrations, "9001_new": { step, up } })).toEqual(expected);
});

test("each migration since the first says whether it expands or contracts", () => {
  const unsaid = Object.entries(migrations).filter(
    ([name, { step }]) => name > firstRelease && step === undefined,
  );
  expect(unsaid.map(([name]) => name)).toEqual([]);
});
