import type { Compilable, CompiledQuery, Kysely } from "kysely";
import { createPlaceholders, isPlaceholder, resolvePlaceholder } from "./placeholder.ts";
import type { Database } from "../schema.ts";

/**
 * Builds and compiles the query on its first run. Kysely takes longer for that than SQLite for most queries.
 * @param build receives placeholders. It may only pass them, and their fields, to Kysely and `toJson`: a condition on one
 *   would be decided once, for all later runs.
 */
export function compileOnce<Args extends unknown[], Row>(
  build: (db: Kysely<Database>, ...args: Args) => Compilable<Row>,
): (db: Kysely<Database>, ...args: Required<Args>) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined;
  return async (db, ...args) => {
    // Otherwise a default would be compiled into the query.
    if (args.length !== build.length - 1)
      throw new TypeError("A query that is compiled once needs all its arguments");
    compiled ??= build(db, ...createPlaceholders<Args>(args.length)).compile();
    const parameters = compiled.parameters.map((value) =>
      isPlaceholder(value) ? resolvePlaceholder(args, value) : value,
    );
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters });
    return rows;
  };
}
