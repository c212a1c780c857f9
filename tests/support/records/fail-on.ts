import { type Kysely, sql } from "kysely";
import { eachEngine } from "#db/sql/each-engine.ts";
import type { Database } from "#db/schema.ts";

interface Failure {
  before: "insert" | "update" | "delete";
  /** Only this row's changes fail. */
  row?: { column: string; value: string };
  words: string;
}

/** Makes changes of a table fail, as if Mila were killed there, until it ends. */
export async function failOn(
  db: Kysely<Database>,
  table: "tasks" | "reminders",
  { before, row, words }: Failure,
) {
  const name = sql.ref(`fails_on_${before}`);
  const version = before === "delete" ? "old" : "new";
  const condition = row
    ? sql`when (${sql.ref(`${version}.${row.column}`)} = ${sql.lit(row.value)})`
    : sql``;
  const start = sql`create trigger ${name} before ${sql.raw(before)} on ${sql.table(table)}`;
  const run = (sqlite: typeof start, postgres: typeof start) =>
    eachEngine({ sqlite, postgres }).execute(db);
  await run(
    sql`select 1`,
    sql`create or replace function ${name}() returns trigger language plpgsql as
      ${sql.lit(`begin raise exception '${words}'; end`)}`,
  );
  await run(
    sql`${start} ${condition} begin select raise(abort, ${sql.lit(words)}); end`,
    sql`${start} for each row ${condition} execute function ${name}()`,
  );
  const end = async () => {
    await run(
      sql`drop trigger if exists ${name}`,
      sql`drop trigger if exists ${name} on ${sql.table(table)}`,
    );
  };
  return { end, [Symbol.asyncDispose]: end };
}
