import type { Compilable, CompiledQuery, Kysely } from "kysely";
import type { Database } from "../schema.ts";

type Value = string | readonly string[] | undefined;

/** Stands for an argument while a query is compiled. Kysely binds it as it would bind any value. */
export class Argument {
  readonly #index: number;
  readonly #isJson: boolean;

  constructor(index: number, isJson = false) {
    this.#index = index;
    this.#isJson = isJson;
  }

  valueIn(args: readonly Value[]): unknown {
    const value = args[this.#index];
    return this.#isJson ? JSON.stringify(value) : value;
  }

  asJson(): Argument {
    return new Argument(this.#index, true);
  }

  /**
   * JavaScript calls this for text, sums and comparisons, whose result would be part of the query
   * forever.
   */
  [Symbol.toPrimitive](): never {
    throw new TypeError("A query that is compiled once cannot look at its values");
  }

  toJSON(): never {
    return this[Symbol.toPrimitive]();
  }
}

/** `JSON.stringify` that also accepts arguments of a query that is compiled once. */
export function toJson(value: unknown): string {
  return value instanceof Argument ? (value.asJson() as never) : JSON.stringify(value);
}

/**
 * Builds and compiles the query on its first run. Kysely takes longer for that than SQLite for most
 * queries.
 * @param build may only pass its arguments to Kysely and `toJson`: a condition on one would be
 * decided once, for all
 *   later runs.
 */
export function compileOnce<Args extends Value[], Row>(
  build: (db: Kysely<Database>, ...args: Args) => Compilable<Row>,
): (db: Kysely<Database>, ...args: Required<Args>) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined;
  return async (db, ...args) => {
    // Otherwise a default value would be compiled into the query.
    if (args.length !== build.length - 1)
      throw new TypeError("A query that is compiled once needs all its arguments");
    compiled ??= build(db, ...(args.map((_, index) => new Argument(index)) as never)).compile();
    const parameters = compiled.parameters.map((value) =>
      value instanceof Argument ? value.valueIn(args) : value,
    );
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters });
    return rows;
  };
}
