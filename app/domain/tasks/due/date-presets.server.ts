import { formatDayName, formatWallClock, Temporal, wallClockAt } from "#app/domain/core/time.ts";

interface DatePreset {
  label: string;
  hint: string;
  /** The wall clock, YYYY-MM-DD and HH:mm. */
  date: string;
  time: string;
}

const noon = { hour: 12, minute: 0, second: 0, millisecond: 0 };

/**
 * Days are at the task's time, by default 12:00 (specification, section 9), tonight at 20:00, and
 * later today in three hours.
 * @param time HH:mm, if a time was said
 */
export function datePresets(
  now: string,
  timeZone: string,
  time: string | null = null,
): DatePreset[] {
  const here = wallClockAt(now, timeZone);
  const [hour, minute] = time?.split(":").map(Number) ?? [];
  const today = here.with({ ...noon, ...(time !== null && { hour, minute }) });
  const later = here.with({ minute: 0, second: 0, millisecond: 0 }).add({ hours: 3 });
  const inDays = (days: number) => today.add({ days });
  const [isWeekend, monday] = [here.dayOfWeek >= 6, inDays(8 - here.dayOfWeek)];
  const options: [string, Temporal.PlainDateTime, boolean][] = [
    [
      "Later today",
      later,
      later.hour >= 8 && later.hour < 20 && later.dayOfYear === here.dayOfYear,
    ],
    ["Tonight", here.with({ ...noon, hour: 20 }), here.hour < 20],
    ["Tomorrow", inDays(1), true],
    ["This weekend", inDays(6 - here.dayOfWeek), here.dayOfWeek < 5],
    // On a weekend, people disagree about "next week". On a Sunday its Monday is tomorrow.
    [isWeekend ? formatDayName(monday.toPlainDate()) : "Next week", monday, here.dayOfWeek < 7],
  ];
  return options.flatMap(([label, at, isOffered]) => {
    const [date = "", clock = ""] = at.toString({ smallestUnit: "minute" }).split("T");
    return isOffered
      ? [{ label, hint: formatWallClock(at, at.year !== here.year), date, time: clock }]
      : [];
  });
}

/**
 * Today is at 12:00, 18:00 or the next full hour, whichever comes first, and left out from 23:00.
 * The other days are at 12:00.
 */
export function quickDates(now: string, timeZone: string): Omit<DatePreset, "hint">[] {
  const here = wallClockAt(now, timeZone);
  const date = here.toPlainDate().toString();
  const hour = here.hour < 12 ? 12 : Math.max(here.hour + 1, 18);
  const { tomorrow, weekend } = nextDays(now, timeZone);
  return [
    ...(hour < 24 ? [{ label: "Today", date, time: `${hour}:00` }] : []),
    { label: "Tomorrow", date: tomorrow, time: "12:00" },
    ...(weekend ? [{ label: "Weekend", date: weekend, time: "12:00" }] : []),
  ];
}

/**
 * Returns tomorrow and the coming Saturday in the zone, as YYYY-MM-DD. The Saturday is null from
 * Friday to Sunday.
 */
export function nextDays(now: string, timeZone: string) {
  const today = wallClockAt(now, timeZone).toPlainDate();
  const saturday = today.add({ days: 6 - today.dayOfWeek });
  const isAhead = Temporal.PlainDate.compare(saturday, today.add({ days: 1 })) > 0;
  return {
    tomorrow: today.add({ days: 1 }).toString(),
    weekend: isAhead ? saturday.toString() : null,
  };
}
