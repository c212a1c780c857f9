import { setTimeout as pause } from "node:timers/promises";

const defaultTimeoutMs = 60_000;

/** @throws on a timeout */
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
