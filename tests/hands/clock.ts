import { syncBuiltinESMExports } from "node:module";
import timers, { setImmediate as endAtOnce } from "node:timers/promises";

const RealDate = Date;
const { setTimeout: realPause } = timers;

/**
 * Replaces `Date` until it is disposed, and lets pauses end at once: they only leave time for other
 * processes. Timers with a callback go on by the real clock.
 */
export function standingClock(start: string) {
  let now = RealDate.parse(start);
  class StandingDate extends RealDate {
    constructor(...values: [] | [number | string]) {
      super(...((values.length === 0 ? [now] : values) as [number]));
    }

    static override now(): number {
      return now;
    }
  }
  globalThis.Date = StandingDate as DateConstructor;
  replacePause(<Value>(_delay?: number, value?: Value) => endAtOnce(value as Value));
  return {
    set(instant: string): void {
      now = RealDate.parse(instant);
    },
    [Symbol.dispose](): void {
      globalThis.Date = RealDate;
      replacePause(realPause);
    },
  };
}

function replacePause(pause: typeof realPause): void {
  timers.setTimeout = pause;
  syncBuiltinESMExports();
}
