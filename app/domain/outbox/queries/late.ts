import { earlierBy } from "#app/domain/core/time.ts";

const minutesInTime = 15;

export function lateBefore(now: string): string {
  return earlierBy(now, { minutes: minutesInTime });
}
