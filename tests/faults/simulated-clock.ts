const RealDate = Date;

/** Sets this process's clock, which then stands still until it is set again. */
export function setClock(instant: string): void {
  const ms = RealDate.parse(instant);
  globalThis.Date = class extends RealDate {
    constructor(...args: [] | [value: number | string | Date]) {
      super(...((args.length === 0 ? [ms] : args) as [number]));
    }
    static override now = () => ms;
  } as DateConstructor;
}
