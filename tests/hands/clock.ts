const RealDate = Date;

/** Replaces `Date` until it is disposed; timers go on by the real clock. */
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
  return {
    set(instant: string): void {
      now = RealDate.parse(instant);
    },
    [Symbol.dispose](): void {
      globalThis.Date = RealDate;
    },
  };
}
