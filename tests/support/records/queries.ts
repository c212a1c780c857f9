import { type CompiledQuery, createQueryId, type Kysely, type RootOperationNode } from "kysely";
import type { Database } from "#db/schema.ts";

export async function captureQueries(
  db: Kysely<Database>,
  run: (db: Kysely<Database>) => Promise<unknown>,
): Promise<CompiledQuery[]> {
  const nodes: RootOperationNode[] = [];
  const watched = db.withPlugin({
    transformQuery({ node }) {
      nodes.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  await run(watched);
  return nodes.map((node) => db.getExecutor().compileQuery(node, createQueryId()));
}
