import { setTimeout as pause } from "node:timers/promises";

/** The pauses between tries (docs/delivery.md, 5). */
const pausesMs = [200, 400, 800, 1_600, 3_200];
/** For everything that belongs to one message. */
export const defaultTimeoutMs = 20_000;

/**
 * Repeats an attempt for some seconds while its result is worth another try.
 * @param attempt is told how much of the time is left
 */
export async function retryUntilAccepted<Result>(
  attempt: (remainingMs: number) => Promise<Result>,
  isWorthRetrying: (result: Result) => boolean,
  timeoutMs: number = defaultTimeoutMs,
): Promise<Result> {
  const endsAt = performance.now() + timeoutMs;
  for (const pauseMs of pausesMs) {
    const result = await attempt(endsAt - performance.now());
    if (!isWorthRetrying(result) || performance.now() + pauseMs >= endsAt) return result;
    await pause(pauseMs);
  }
  return attempt(endsAt - performance.now());
}
