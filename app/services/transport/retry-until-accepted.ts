import { setTimeout as pause } from "node:timers/promises";

/** See docs/delivery.md, 5. */
const pausesMs = [200, 400, 800, 1_600, 3_200];
export const defaultTimeoutMs = 20_000;

export async function retryUntilAccepted<Result>(
  attempt: (remainingMs: number) => Promise<Result>,
  isWorthRetrying: (result: Result) => boolean | Promise<boolean>,
  timeoutMs: number = defaultTimeoutMs,
): Promise<Result> {
  const endsAt = performance.now() + timeoutMs;
  for (const pauseMs of pausesMs) {
    const result = await attempt(endsAt - performance.now());
    if (!(await isWorthRetrying(result)) || performance.now() + pauseMs >= endsAt) return result;
    await pause(pauseMs);
  }
  return attempt(endsAt - performance.now());
}
