import type { Refusals } from "#app/domain/pages/share-checks.server.ts";

const dayMs = 24 * 60 * 60 * 1_000;
const maxKept = 1_000;

/**
 * Counts by household, in memory: frequent requests must not cause writes. The oldest come first.
 */
const refused = new Map<string, Refusals & { firstAt: number }>();

export function noteRefusal(householdId: string, what: Refusals["what"]): void {
  forgetOld();
  const key = `${what} ${householdId}`;
  const known = refused.get(key) ?? { householdId, what, count: 0, firstAt: Date.now() };
  refused.set(key, { ...known, count: known.count + 1 });
  const [oldest] = refused.keys();
  if (refused.size > maxKept && oldest !== undefined) refused.delete(oldest);
}

/** Lists the refusals of the last day, for Mila's owner. */
export function listRefusals(): Refusals[] {
  forgetOld();
  return [...refused.values()];
}

function forgetOld(): void {
  for (const [key, { firstAt }] of refused) {
    if (firstAt > Date.now() - dayMs) return;
    refused.delete(key);
  }
}
