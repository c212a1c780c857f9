import type { Kysely } from "kysely";
import { allow } from "#app/domain/core/rate-limits/allow.server.ts";
import type { Database } from "#db/schema.ts";

export const tooManyAdded = "That's more than I can take at once. Please try again later.";

/** Nothing was added. */
export interface AddingRefused {
  refused: string;
  /** True if the offline queue may send it again later. */
  canWait: boolean;
}

export const refusedForNow: AddingRefused = { refused: tooManyAdded, canWait: true };

/**
 * Counts a request that adds tasks, however many, and however it was sent.
 * @returns false if the account has sent too many; such a request is not counted
 */
export async function allowAdding(db: Kysely<Database>, userId: string): Promise<boolean> {
  const counted = await allow(db, [
    ["adds_a_minute", userId],
    ["adds_a_day", userId],
  ]);
  return counted.refused === null;
}
