import { laterBy } from "#app/domain/core/time.ts";

/** After 30 s, 1, 2, 5, 15, 30 min, then hourly. */
const waits = [30, 60, 120, 300, 900, 1_800];
const longest = 3_600;
const spread = 0.2;

/**
 * When a message that was not accepted may be tried again (UTC); spread by 20 %, so that many do not come at once.
 * @param refusals how often it was refused before
 */
export function retryAt(now: string, refusals: number, random: () => number = Math.random): string {
  const seconds = (waits[refusals] ?? longest) * (1 - spread + 2 * spread * random());
  return laterBy(now, { seconds: Math.round(seconds) });
}
