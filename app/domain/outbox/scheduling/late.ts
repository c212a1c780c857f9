import { earlierBy } from "#app/domain/core/time.ts";

/** A reminder that is later than this does not go out by itself. */
const minutesStillInTime = 15;

/** Reminders that were due before this instant are late. */
export function lateBefore(now: string): string {
  return earlierBy(now, { minutes: minutesStillInTime });
}
