import { slidingWindow } from "#app/domain/sliding-window.ts";

const maxCallsPerHour = 30;

// In memory, of this process: there is one web process, and a restart at most grants another thirty.
const calls = slidingWindow(3_600_000);

/** Counts a call to the model; false, and not counted, when the user has had 30 in the hour before now. */
export function mayAskModel(userId: string): boolean {
  if (calls.count(userId) >= maxCallsPerHour) return false;
  calls.add(userId);
  return true;
}
