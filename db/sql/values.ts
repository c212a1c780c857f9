import { type Expression, sql } from "kysely";
import { toJson } from "./compile-once.ts";

/**
 * Passes any number of ids as one parameter; SQLite allows 32,766. Usage: `where("id", "in",
 * idList(ids))`.
 */
export function idList(ids: readonly string[]) {
  return sql<string>`(select value from json_each(${toJson(ids)}))`;
}

/**
 * Passes any number of rows as one parameter. Usage: `updateTable("tasks").from(rowTable(rows,
 * ["id", "at"]).as("row"))`.
 * @param columns the fields that the table has; a field that is missing in a row is null
 */
export function rowTable<Row extends object, Column extends keyof Row & string>(
  rows: readonly Row[],
  columns: readonly Column[],
) {
  const fields = columns.map((name) => sql`value ->> ${sql.lit(name)} as ${sql.ref(name)}`);
  return sql<Pick<Row, Column>>`(select ${sql.join(fields)} from json_each(${toJson(rows)}))`;
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

/** Selects the later of two instants. */
export function laterOf(one: Expression<string>, other: Expression<string>) {
  return sql<string>`max(${one}, ${other})`;
}

/** Keeps SQLite from using an index for a column, where its statistics would mislead it. */
export function unindexed<Value>(column: string) {
  return sql<Value>`+${sql.ref(column)}`;
}
