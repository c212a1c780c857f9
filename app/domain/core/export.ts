import type { Kysely } from "kysely";
import type { Viewer } from "#app/domain/core/viewer.ts";
import type { Database } from "#db/schema.ts";

/** Yields a long list a few rows at a time. */
export type ExportPart = (
  db: Kysely<Database>,
  viewer: Viewer,
) => Promise<unknown> | AsyncIterable<object[]>;

const batchSize = 200;

/** Reads the rows of a long list in batches of ids, so that other requests run in between. */
export async function* readInBatches(
  ids: readonly string[],
  read: (ids: string[]) => Promise<object[]>,
  { each = batchSize }: { each?: number } = {},
): AsyncGenerator<object[]> {
  for (let from = 0; from < ids.length; from += each)
    yield await read(ids.slice(from, from + each));
}
