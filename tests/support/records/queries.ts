import { type CompiledQuery, createQueryId, type Kysely } from "kysely";
import { isOpen } from "#app/domain/core/sql/open-value.ts";
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
  // Those that are compiled once, with their values.
  const execute = watched.executeQuery.bind(watched);
  watched.executeQuery = <Row>(query: CompiledQuery<Row>) => {
    queries.push(query);
    return execute(query);
  };
  await run(watched);
  return queries.filter(({ parameters }) => !parameters.some(isOpen));
}
