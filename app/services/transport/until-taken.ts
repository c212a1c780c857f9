import { setTimeout as pause } from "node:timers/promises";

/** After so many milliseconds what was not accepted is tried again (docs/delivery.md, 5). */
const pausesMs = [200, 400, 800, 1_600, 3_200];
/** For everything that belongs to one message. */
export const allMs = 20_000;

/**
 * Tries until it is accepted or refused by something else than absence: a service that is down for a moment takes the
 * next try. Every try is told how many milliseconds are left; all of them together have 20 s, or what is left of them.
 */
export async function untilTaken<Result>(
  attempt: (leftMs: number) => Promise<Result>,
  isAbsence: (result: Result) => boolean,
  leftMs: number = allMs,
): Promise<Result> {
  const endsAt = performance.now() + leftMs;
  for (const pauseMs of pausesMs) {
    const result = await attempt(endsAt - performance.now());
    if (!isAbsence(result) || performance.now() + pauseMs >= endsAt) return result;
    await pause(pauseMs);
  }
  return attempt(endsAt - performance.now());
}
