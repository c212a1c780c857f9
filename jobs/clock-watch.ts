import type { Logger } from "pino";

/** A clock that differs by more than this from the time that really went by was set. */
const jumpMs = 5_000;

/** Tells the log when somebody has set the clock: what is due follows it, what was sent does not go out again. */
export function createClockWatch(log: Pick<Logger, "warn">): () => Promise<void> {
  let last = { wall: Date.now(), real: performance.now() };
  return async () => {
    const now = { wall: Date.now(), real: performance.now() };
    const jumpedMs = Math.round(now.wall - last.wall - (now.real - last.real));
    if (Math.abs(jumpedMs) > jumpMs) log.warn({ jumpedMs }, "system clock changed");
    last = now;
  };
}
