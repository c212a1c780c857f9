import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** SQL that only one of the two understands. */
const ofOneEngine =
  /\b(json_each|json_group_array|rowid|sqlite_master|pragma|glob|ifnull|julianday|strftime|ctid|json_array_elements\w*|json_to_recordset|greatest|pg_\w+|tsquery|ilike)\b|::\w+/i;

const bothForms = /\b(?:sqlite|postgres): sql(?:<[^>]*>)?`[^`]*`/g;
const comments = /\/\*[^]*?\*\/|\/\/.*/g;

/** SQLite has no notices. */
const ofPostgresOnly = "db/sql/notices.ts";

/** Of SQLite's full-text index, which PostgreSQL has as a column. */
const sqliteOnly = /export async function createFullTextIndex[^]*?\n}\n/;

test("shared SQL that differs between SQLite and PostgreSQL is there in both forms", () => {
  const wrong = globSync("{db/sql,db/has-table.ts,app,jobs}{,/**/*.ts}")
    .filter((file) => file.endsWith(".ts") && file !== ofPostgresOnly)
    .flatMap((file) => {
      const text = readFileSync(file, "utf8").replaceAll(comments, "");
      const rest = text.replace(sqliteOnly, "").replaceAll(bothForms, "");
      const queries = rest.match(/\bsql(?:<[^>]*>)?`[^`]*`/g) ?? [];
      return queries.filter((query) => ofOneEngine.test(query)).map((query) => `${file}: ${query}`);
    });
  expect(wrong).toEqual([]);
});

test("each piece in both forms has both", () => {
  for (const file of globSync("{db,app,jobs}/**/*.ts")) {
    const text = readFileSync(file, "utf8");
    const [sqlite = 0, postgres = 0] = ["sqlite", "postgres"].map(
      (engine) => text.match(new RegExp(`\\b${engine}: sql`, "g"))?.length ?? 0,
    );
    expect(`${file}: ${sqlite}`).toBe(`${file}: ${postgres}`);
  }
});
