import { pause } from "./routine.ts";

/** Messages that fall due within this time of a tick share the next tick. */
const minWaitMs = 40;
/** Timers may fire this early. */
const timerErrorMs = 1;

/**
 * Ends the worker's wait for its next tick when something is due.
 * @param findNextDue the earliest instant after the given one
 */
export function createDueAlarm(findNextDue: (after: string) => Promise<string | undefined>) {
  let tickedAt = "";
  let notice = new AbortController();

  async function msUntilDue(): Promise<number> {
    // Without an answer, the worker ticks at its usual time.
    const next = await findNextDue(tickedAt).catch(() => undefined);
    return next === undefined
      ? Infinity
      : Math.max(0, Date.parse(next) - Date.now() + timerErrorMs);
  }

  return {
    /**
     * Call it before a tick looks for what is due at `now`: a ring from then on causes another
     * tick.
     */
    set(now: string): void {
      tickedAt = now;
      notice = new AbortController();
    },
    ring: () => notice.abort(),
    async wait(maxMs: number, signal: AbortSignal): Promise<void> {
      const end = performance.now() + maxMs;
      await pause(Math.min(minWaitMs, maxMs), signal);
      const left = Math.min(await msUntilDue(), Math.max(0, end - performance.now()));
      await pause(left, AbortSignal.any([signal, notice.signal]));
    },
  };
}

export type DueAlarm = ReturnType<typeof createDueAlarm>;
