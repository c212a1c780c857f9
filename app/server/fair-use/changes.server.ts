import { LRUCache } from "lru-cache";
import { env } from "#app/config/env.server.ts";
import { noteRefusal } from "./refusals.server.ts";

const dayMs = 24 * 60 * 60 * 1_000;
const everyMs = dayMs / env.CHANGES_A_DAY;

/** The server recognizes it by its code (app/server/express/error-id.ts). */
export class TooManyChanges extends Error {
  readonly code = "TOO_MANY_CHANGES";
}

/** Counts by account, in memory: after a restart, an account can use up a day's changes again. */
const usedUpAt = new LRUCache<string, number>({ max: 10_000 });

/**
 * Counts a form or call that may change something, so that endless repetition leaves a limited
 * number of rows. An account has a day's changes at once, and gets one back every few seconds.
 * @throws TooManyChanges
 */
export function countChange({
  userId,
  householdId,
}: {
  userId: string;
  householdId: string;
}): void {
  const now = performance.now();
  const usedUp = Math.max(usedUpAt.get(userId) ?? -Infinity, now - dayMs) + everyMs;
  if (usedUp > now) {
    noteRefusal(householdId, "change");
    const most = env.CHANGES_A_DAY.toLocaleString("en-US");
    throw new TooManyChanges(`That's more than ${most} changes in a day. Nothing was lost.`);
  }
  usedUpAt.set(userId, usedUp);
}
