const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns the clock in a zone as Intl shows it: YYYY-MM-DDTHH:mm. */
function shownAt(ms: number, timeZone: string): string {
  const known = formats.get(timeZone);
  const options = { dateStyle: "short", timeStyle: "short", timeZone } as const;
  const format = known ?? new Intl.DateTimeFormat("sv-SE", options);
  if (!known) formats.set(timeZone, format);
  return format.format(ms).replace(" ", "T");
}

const hour = 3_600_000;

/**
 * Returns the first minute with this time on the clock, found by searching hour by hour, or the
 * time after the gap if there is none.
 */
export function wallClocksOf(
  instant: string,
  wallClock: string,
  timeZone: string,
): [said: string, shown: string] {
  const at = Date.parse(instant);
  const shown = shownAt(at, timeZone);
  const isRepeated = [0.5, 1, 24].some((hours) => shownAt(at - hours * hour, timeZone) === shown);
  if (isRepeated) return ["the first of two", shown];
  if (shown === wallClock) return [wallClock, shown];
  // Skips the time by the length of the gap, as if the clock right before the gap went on.
  const offsets = [-30, 30].map((hours) => offsetAt(at + hours * hour, timeZone));
  const moved = Date.parse(`${wallClock}Z`) + (offsets[1]! - offsets[0]!);
  return [new Date(moved).toISOString().slice(0, 16), shown];
}

function offsetAt(ms: number, timeZone: string): number {
  return Date.parse(`${shownAt(ms, timeZone)}Z`) - Math.floor(ms / 60_000) * 60_000;
}

/** Lists the dates around each change of the clock within two years. */
export function changesIn(timeZone: string, from: string): string[] {
  const dates: string[] = [];
  const start = Date.parse(from);
  for (let day = 0; day < 730; day += 1) {
    const at = start + day * 24 * hour;
    if (offsetAt(at, timeZone) === offsetAt(at + 24 * hour, timeZone)) continue;
    dates.push(
      ...[0, 1].map((later) => new Date(at + later * 24 * hour).toISOString().slice(0, 10)),
    );
  }
  return dates;
}
