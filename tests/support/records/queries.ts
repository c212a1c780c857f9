import { type CompiledQuery, createQueryId, type Kysely } from "kysely";
import { Argument } from "#db/sql/compile-once.ts";
import type { Database } from "#db/schema.ts";

export async function captureQueries(
  db: Kysely<Database>,
  run: (db: Kysely<Database>) => Promise<unknown>,
): Promise<CompiledQuery[]> {
  const queries: CompiledQuery[] = [];
  const watched = db.withPlugin({
    transformQuery({ node }) {
      queries.push(db.getExecutor().compileQuery(node, createQueryId()));
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  // Queries that are compiled once skip the plugin after their first run.
  const execute = watched.executeQuery.bind(watched);
  watched.executeQuery = <Row>(query: CompiledQuery<Row>) => {
    queries.push(query);
    return execute(query);
  };
  await run(watched);
  return queries.filter(({ parameters }) => !parameters.some((value) => value instanceof Argument));
}
