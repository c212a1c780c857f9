import { earlierBy } from "#app/domain/core/time.ts";

const minutesInTime = 15;

/** Messages due before this instant are late. */
export function lateBefore(now: string): string {
  return earlierBy(now, { minutes: minutesInTime });
}
