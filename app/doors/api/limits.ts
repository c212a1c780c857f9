import { readInMemory } from "#app/domain/core/rate-limits/allow.server.ts";
import type { KeptIn } from "#app/domain/core/rate-limits/rules.server.ts";
import { countChange, TooManyChanges } from "#app/server/fair-use/changes.server.ts";
import { Problem } from "./problem.ts";

type Rule = KeptIn<"memory">;

/** Says how much is left (draft-ietf-httpapi-ratelimit-headers-10). */
export function limitHeaders(rule: Rule, key: string): Record<string, string> {
  const { most, windowSeconds, left, seconds } = readInMemory(rule, key);
  return {
    "RateLimit-Policy": `"${rule}";q=${most};w=${windowSeconds}`,
    RateLimit: `"${rule}";r=${left};t=${seconds}`,
  };
}

/** Counts a change like those of forms. @throws Problem */
export function countApiChange(account: { userId: string; householdId: string }): void {
  try {
    countChange(account);
  } catch (error) {
    if (!(error instanceof TooManyChanges)) throw error;
    throw new Problem("too_many", error.message, { headers: { "Retry-After": "600" } });
  }
}

export function tooManyCalls(rule: Rule, key: string): Problem {
  const { seconds } = readInMemory(rule, key);
  return new Problem("too_many", "That's a lot of requests. Please slow down.", {
    headers: { "Retry-After": String(Math.max(1, seconds)), ...limitHeaders(rule, key) },
  });
}
