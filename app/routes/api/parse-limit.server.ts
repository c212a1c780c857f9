import { slidingWindow } from "#app/domain/core/sliding-window.ts";

const maxPerMinute = 60;

// In memory: there is one web process, and a restart grants 60 more calls at most.
const calls = slidingWindow(60_000);

export function allowParsing(userId: string): boolean {
  if (calls.count(userId) >= maxPerMinute) return false;
  calls.add(userId);
  return true;
}
