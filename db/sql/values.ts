import { type Expression, sql } from "kysely";
import { eachEngine } from "./each-engine.ts";
import { toJson } from "./compile-once.ts";

/**
 * Passes any number of ids as one parameter; SQLite allows 32,766. Usage: `where("id", "in",
 * idList(ids))`. PostgreSQL gets an array, which it looks up in an index; for a select whose rows
 * it cannot count beforehand, it would read a whole table.
 */
export function idList(ids: readonly string[]) {
  const json = toJson(ids);
  return eachEngine<string>({
    sqlite: sql`(select value from json_each(${json}))`,
    postgres: sql`any(array(select json_array_elements_text(${json}::json)))`,
  });
}

/**
 * Passes any number of rows as one parameter. Usage: `updateTable("tasks").from(rowTable(rows,
 * ["id", "at"]).as("row"))`.
 * @param texts the fields of text that the table has; a field that is missing in a row is null
 * @param numbers its fields of whole numbers
 */
export function rowTable<Row extends object, Column extends keyof Row & string>(
  rows: readonly Row[],
  texts: readonly Column[],
  numbers: readonly Column[] = [],
) {
  const json = toJson(rows);
  const values = [...texts, ...numbers].map(
    (name) => sql`value ->> ${sql.lit(name)} as ${sql.ref(name)}`,
  );
  const columns = [
    ...texts.map((name) => sql`${sql.ref(name)} text`),
    ...numbers.map((name) => sql`${sql.ref(name)} bigint`),
  ];
  return eachEngine<Pick<Row, Column>>({
    sqlite: sql`(select ${sql.join(values)} from json_each(${json}))`,
    postgres: sql`(
      select * from json_to_recordset(${json}::json) as json_rows(${sql.join(columns)})
    )`,
  });
}

/**
 * Hides a value from SQLite when it chooses indexes. With joins, and on tables with partial
 * indexes, SQLite would prepare a statement again at each run because of such values, which costs
 * more than the query.
 */
export function opaque(value: string) {
  return sql<string>`(select ${value})`;
}

/**
 * Refers to a column of a table that the query's types don't know, such as a `rowTable` from which
 * an update takes its values.
 */
export function columnOf<Value>(name: string) {
  return sql.ref<Value>(name);
}

/**
 * Writes a value into the statement itself, as the condition of a partial index does. Never pass
 * what somebody has typed.
 */
export function literal<Value extends string>(value: Value) {
  return sql.lit(value);
}

/** Selects the later of two instants, or the larger of two numbers. */
export function laterOf<Value = string>(one: Expression<Value>, other: Expression<Value>) {
  return eachEngine<Value>({
    sqlite: sql`max(${one}, ${other})`,
    postgres: sql`greatest(${one}, ${other})`,
  });
}

/** Keeps SQLite from using an index for a column, where its statistics would mislead it. */
export function unindexed<Value>(column: string) {
  return eachEngine<Value>({ sqlite: sql`+${sql.ref(column)}`, postgres: sql`${sql.ref(column)}` });
}
