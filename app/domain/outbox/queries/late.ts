import { earlierBy } from "#app/domain/core/time.ts";

const minutesUntilLate = 15;

export function lateBefore(now: string): string {
  return earlierBy(now, { minutes: minutesUntilLate });
}
