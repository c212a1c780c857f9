import { LRUCache } from "lru-cache";
import type { TokenBearer } from "#app/domain/tokens/find-token.server.ts";
import { encode } from "./etag.ts";
import type { Answer } from "./operation.ts";

/** An answer that is sent again: programs keep asking for lists that have not changed. */
interface Kept {
  /** The household's revision, read before the list. */
  revision: number;
  answer: Answer;
}

const maxBytes = 4_000_000;

/** Each lasts a minute, so that the time and the worker's cleaning show in the next one. */
const kept = new LRUCache<string, Kept>({
  maxSize: maxBytes,
  sizeCalculation: ({ answer }, key) => (answer.encoded?.bytes.length ?? 0) + key.length + 200,
  ttl: 60_000,
});

/**
 * Repeats its answer until something has changed in the household.
 * @param address with its origin and query
 */
export async function answerOncePerRevision(
  { householdId, timeZone, revision }: TokenBearer,
  address: string,
  run: () => Promise<Answer>,
): Promise<Answer> {
  const key = JSON.stringify([householdId, timeZone, address]);
  const known = kept.get(key);
  if (known?.revision === revision) return known.answer;
  const { body, ...answer } = await run();
  const encoded: Answer = { ...answer, ...(body && { encoded: encode(body) }) };
  kept.set(key, { revision, answer: encoded });
  return encoded;
}
