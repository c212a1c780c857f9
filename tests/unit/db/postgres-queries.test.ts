import type { Compilable } from "kysely";
import { expect, test } from "vitest";
import { openPostgres } from "#db/dialects/postgres/open.ts";
import { matching, withPerson } from "#db/sql/full-text.ts";
import { strict } from "#db/sql/strict.ts";
import { idList, laterOf, rowTable } from "#db/sql/values.ts";

/** Compiles queries, and never connects. */
const db = openPostgres("postgres://nobody@127.0.0.1:1/nothing");
const tasks = db.selectFrom("tasks").select("id");
const sqlOf = (query: Compilable) => query.compile().sql.replace(/^select "id" from "tasks" /, "");

test("null is before all values, as in SQLite", () => {
  expect(sqlOf(tasks.orderBy("due_date").orderBy("title", "desc"))).toBe(
    'order by "due_date" nulls first, "title" desc nulls last',
  );
  expect(sqlOf(tasks.orderBy("due_date", (by) => by.asc().nullsLast()))).toBe(
    'order by "due_date" asc nulls last',
  );
});

test("an id is never null, and its order is that of its index", () => {
  expect(sqlOf(tasks.orderBy("id"))).toBe('order by "id"');
  expect(sqlOf(tasks.orderBy("tasks.id", "desc"))).toBe('order by "tasks"."id" desc');
});

test("`is` compares values, and null", () => {
  expect(sqlOf(tasks.where("due_date", "is", null))).toBe('where "due_date" is null');
  expect(sqlOf(tasks.where("assignee_id", "is not", "nora"))).toBe(
    'where "assignee_id" is distinct from $1',
  );
});

test("a value is in no empty list", () => {
  expect(sqlOf(tasks.where("id", "in", []))).toBe("where false");
  expect(sqlOf(tasks.where("id", "not in", []))).toBe("where true");
});

test("ids and rows are passed as one parameter", () => {
  const ids = tasks.where("id", "in", idList(["a", "b"])).compile();
  const array = "any(array(select json_array_elements_text($1::json)))";
  expect(sqlOf(tasks.where("id", "in", idList(["a"])))).toBe(`where "id" = ${array}`);
  expect(sqlOf(tasks.where("id", "not in", idList(["a"])))).toBe(`where not "id" = ${array}`);
  expect(ids.parameters).toEqual(['["a","b"]']);
  const rows = [{ id: "a", version: 2 }];
  const changed = db
    .updateTable("tasks")
    .from(rowTable(rows, ["id"], ["version"]).as("row"))
    .set(({ ref }) => ({ version: laterOf(ref("row.version"), ref("tasks.version")) }))
    .compile();
  expect(changed.sql.replaceAll(/\s+/g, " ")).toContain(
    'from json_to_recordset($1::json) as json_rows("id" text, "version" bigint) ) as "row"',
  );
  expect(changed.sql).toContain('set "version" = greatest("row"."version", "tasks"."version")');
});

test("a word that somebody types is no operator of the search", () => {
  const sought = [{ start: "o'neill | !\\", people: ["idnora"], slips: ["neil"] }];
  const found = tasks.where("id", "in", matching("idhome", sought)).compile();
  expect(found.parameters).toEqual([
    String.raw`'lidhome' & ('wo''neill | !\\':* | 'pidnora' | 'wneil' | 'sneil')`,
  ]);
  expect(
    sqlOf(db.selectFrom("search_entries").select("id").where("id", "in", withPerson("x"))),
  ).toMatch(/lexemes @@ \$1::tsquery/);
});

test("a migration's column has the type that sorts as in SQLite", () => {
  const table = db.schema
    .createTable("toys")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("count", "integer", (column) => column.notNull())
    .modifyEnd(strict);
  expect(table.compile().sql.trim()).toBe(
    'create table "toys" ("id" text collate "C" primary key, "count" bigint not null)',
  );
});
