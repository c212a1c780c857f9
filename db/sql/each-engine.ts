import { type Expression, type OperationNode, type RawBuilder, type RawNode, sql } from "kysely";

/** SQL of SQLite that carries what says the same in PostgreSQL. */
interface EachEngineNode extends RawNode {
  readonly postgres: OperationNode;
}

class EachEngine<Result> implements Expression<Result> {
  readonly #sqlite: RawBuilder<Result>;
  readonly #postgres: RawBuilder<Result>;

  constructor(sqlite: RawBuilder<Result>, postgres: RawBuilder<Result>) {
    this.#sqlite = sqlite;
    this.#postgres = postgres;
  }

  get expressionType(): Result | undefined {
    return undefined;
  }

  toOperationNode(): EachEngineNode {
    return { ...this.#sqlite.toOperationNode(), postgres: this.#postgres.toOperationNode() };
  }
}

/** SQL that both engines understand, each in its own words. */
export function eachEngine<Result = unknown>(words: {
  sqlite: RawBuilder<Result>;
  postgres: RawBuilder<Result>;
}): RawBuilder<Result> {
  return sql<Result>`${new EachEngine(words.sqlite, words.postgres)}`;
}

/** Returns PostgreSQL's words, or undefined if both engines use the same. */
export function wordsOfPostgres(node: RawNode): OperationNode | undefined {
  return "postgres" in node ? (node as EachEngineNode).postgres : undefined;
}
