import { laterBy } from "#app/domain/core/time.ts";

/** After 30 s, 1, 2, 5, 15, 30 min, then hourly. */
const waits = [30, 60, 120, 300, 900, 1_800];
const longest = 3_600;
const spread = 0.2;

/** When a message that was not accepted may be retried, spread by 20 % so that many do not come together. */
export function retryAt(now: string, retryCount: number, random: () => number = Math.random): string {
  const seconds = (waits[retryCount] ?? longest) * (1 - spread + 2 * spread * random());
  return laterBy(now, { seconds: Math.round(seconds) });
}
