import { slidingWindow } from "#app/domain/core/sliding-window.ts";

const maxCallsPerHour = 30;

// In memory: there is one web process, and a restart grants 30 more calls at most.
const calls = slidingWindow(3_600_000);

export function allowModelCall(userId: string): boolean {
  if (calls.count(userId) >= maxCallsPerHour) return false;
  calls.add(userId);
  return true;
}
