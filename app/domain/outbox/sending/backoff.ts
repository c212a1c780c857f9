import { laterBy } from "#app/domain/core/time.ts";

/** After 30 s, 1, 2, 5, 15, 30 min, then hourly. */
const delaysSeconds = [30, 60, 120, 300, 900, 1_800];
const maxDelaySeconds = 3_600;
const jitter = 0.2;

/** Adds 20 % jitter so that retries do not come all at once. */
export function retryAt(
  now: string,
  retryCount: number,
  random: () => number = Math.random,
): string {
  const seconds =
    (delaysSeconds[retryCount] ?? maxDelaySeconds) * (1 - jitter + 2 * jitter * random());
  return laterBy(now, { seconds: Math.round(seconds) });
}
