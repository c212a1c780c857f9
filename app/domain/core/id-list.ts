import { sql } from "kysely";

/** Passes any number of ids as one parameter; SQLite allows 32,766. Usage: `where("id", "in", idList(ids))`. */
export function idList(ids: readonly string[]) {
  return sql<string>`(select value from json_each(${JSON.stringify(ids)}))`;
}
