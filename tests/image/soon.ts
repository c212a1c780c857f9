import { setTimeout as pause } from "node:timers/promises";

const defaultTimeoutMs = 60_000;

/** Waits until something is so. @throws when it is not after a minute, unless told */
export async function expectSoon(
  isSo: () => boolean | Promise<boolean>,
  what: string,
  withinMs: number = defaultTimeoutMs,
): Promise<void> {
  const until = performance.now() + withinMs;
  while (!(await isSo())) {
    if (performance.now() > until) throw new Error(`Not within ${withinMs / 1_000} s: ${what}`);
    await pause(100);
  }
}
