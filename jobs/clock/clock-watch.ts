import type { Logger } from "pino";

const jumpMs = 5_000;

/** Only logs a change of the clock: due times follow the clock, and nothing is sent twice. */
export function createClockWatch(log: Pick<Logger, "warn">): () => Promise<void> {
  let last = { wall: Date.now(), real: performance.now() };
  return async () => {
    const now = { wall: Date.now(), real: performance.now() };
    const jumpedMs = Math.round(now.wall - last.wall - (now.real - last.real));
    if (Math.abs(jumpedMs) > jumpMs) log.warn({ jumpedMs }, "system clock changed");
    last = now;
  };
}
