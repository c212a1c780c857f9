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
 * A value that SQLite doesn't look at when it chooses indexes. With joins, and on tables with
 * indexes of some rows, it prepares a statement again at each run because of such values, which
 * costs more than the query.
 */
export function opaque(value: string) {
  return sql<string>`(select ${value})`;
}

/**
 * A column of a table that the query's types don't know, such as a `rowTable` from which an update
 * takes its values.
 */
export function columnOf<Value>(name: string) {
  return sql.ref<Value>(name);
}

/**
 * A value that stands in the statement itself, as an index's condition does. Never pass what
 * somebody has typed.
 */
export function literal<Value extends string>(value: Value) {
  return sql.lit(value);
}

/** The later of two instants. */
export function laterOf(one: Expression<string>, other: Expression<string>) {
  return sql<string>`max(${one}, ${other})`;
}

/** A column for which SQLite doesn't look for an index, where its statistics would mislead it. */
export function unindexed<Value>(column: string) {
  return sql<Value>`+${sql.ref(column)}`;
}
