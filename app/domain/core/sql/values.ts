import { sql } from "kysely";
import { toJson } from "#app/domain/core/sql/placeholder.ts";

/** Passes any number of ids as one parameter; SQLite allows 32,766. Usage: `where("id", "in", idList(ids))`. */
export function idList(ids: readonly string[]) {
  return sql<string>`(select value from json_each(${toJson(ids)}))`;
}

/**
 * A value that SQLite doesn't look at when it chooses indexes. With joins, and on tables with indexes of some rows, it
 * prepares a statement again at each run because of such values, which costs more than the query.
 */
export function opaque(value: string) {
  return sql<string>`(select ${value})`;
}
