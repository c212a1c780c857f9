import { sql } from "kysely";

/** Any number of ids as one value of a statement, which takes 32,766 at most: `where("id", "in", idList(ids))`. */
export function idList(ids: readonly string[]) {
  return sql<string>`(select value from json_each(${JSON.stringify(ids)}))`;
}
