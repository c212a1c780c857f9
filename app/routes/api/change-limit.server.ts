import { slidingWindow } from "#app/domain/core/sliding-window.ts";

/** More than a phone keeps. */
const maxPerMinute = 240;

// In memory: there is one web process, and a restart grants 240 more at most.
const changes = slidingWindow(60_000);

export function allowChange(userId: string): boolean {
  if (changes.count(userId) >= maxPerMinute) return false;
  changes.add(userId);
  return true;
}
