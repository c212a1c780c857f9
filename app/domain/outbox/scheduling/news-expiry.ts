import { laterBy } from "#app/domain/core/time.ts";

/** Mila may be off for days, while people rely on what they heard last. */
export function newsExpiry(now: string): string {
  return laterBy(now, { hours: 7 * 24 });
}
