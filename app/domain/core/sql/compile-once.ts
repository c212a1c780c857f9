import type { Compilable, CompiledQuery, Kysely } from "kysely";
import { isOpen, openArguments, valueIn } from "./open-value.ts";
import type { Database } from "#db/schema.ts";

/**
 * Runs a query that Kysely builds and compiles only once: each time would take longer than most queries.
 * @param build its arguments have no values yet: it may pass them, and their fields, to Kysely and `toJson`, and must not
 *   compare them
 */
export function compileOnce<Args extends unknown[], Row>(
  build: (db: Kysely<Database>, ...args: Args) => Compilable<Row>,
): (db: Kysely<Database>, ...args: Required<Args>) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined;
  return async (db, ...args) => {
    // A default would be compiled as a fixed value.
    if (args.length !== build.length - 1) throw new TypeError("A query that is compiled once needs all its arguments");
    compiled ??= build(db, ...openArguments<Args>(args.length)).compile();
    const parameters = compiled.parameters.map((value) => (isOpen(value) ? valueIn(args, value) : value));
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters });
    return rows;
  };
}
