import { constant, constantFrom, integer, nat, oneof, option, record, subarray } from "fast-check";
import { Temporal } from "#app/domain/core/time.ts";

const days = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
const months = Array.from({ length: 12 }, (_, index) => index + 1);
const monthDays = [...Array.from({ length: 31 }, (_, index) => index + 1), -1, -2, -5, -31];
const some = <Value>(values: Value[]) => subarray(values, { minLength: 1, maxLength: 3 });
const maybe = <Value>(values: Value[]) => option(some(values), { nil: [] as Value[], freq: 2 });
const nthDays = some(
  ["1", "2", "3", "4", "5", "-1", "-2", "-5"].flatMap((nth) => days.map((day) => nth + day)),
);
const none = constant([] as never[]);

const shapes = oneof(
  record({ FREQ: constant("DAILY"), BYDAY: maybe(days), BYMONTH: maybe(months) }),
  record({ FREQ: constant("WEEKLY"), BYDAY: maybe(days), BYMONTH: maybe(months) }),
  record({
    FREQ: constant("MONTHLY"),
    BYDAY: oneof(nthDays, some(days), none),
    BYMONTH: maybe(months),
  }),
  record({
    FREQ: constant("MONTHLY"),
    BYMONTHDAY: some(monthDays),
    BYDAY: maybe(days),
    BYMONTH: maybe(months),
  }),
  record({ FREQ: constant("MONTHLY"), BYDAY: some(days), BYSETPOS: some([1, 2, 3, -1, -2]) }),
  record({ FREQ: constant("YEARLY") }),
  record({ FREQ: constant("YEARLY"), BYMONTH: some(months), BYMONTHDAY: maybe(monthDays) }),
  record({ FREQ: constant("YEARLY"), BYMONTH: some(months), BYDAY: oneof(nthDays, some(days)) }),
  record({
    FREQ: constant("YEARLY"),
    BYMONTH: some(months),
    BYMONTHDAY: some(monthDays),
    BYDAY: some(days),
  }),
);

const ends = oneof(
  { weight: 3, arbitrary: constant("") },
  { weight: 1, arbitrary: integer({ min: 1, max: 400 }).map((count) => `;COUNT=${count}`) },
  { weight: 1, arbitrary: integer({ min: 2027, max: 2034 }).map((year) => `;UNTIL=${year}0615`) },
);

/**
 * Generates rules of every form that series accept, and a first day; half of them have an interval.
 */
export const anyRule = record({
  shape: shapes,
  interval: option(integer({ min: 2, max: 7 }), { nil: 1, freq: 1 }),
  end: ends,
  firstDay: nat(4 * 365),
}).map(({ shape: { FREQ, ...parts }, interval, end, firstDay }) => ({
  text:
    Object.entries({ FREQ, INTERVAL: interval === 1 ? [] : [interval], ...parts })
      .filter(([, value]) => value.length > 0)
      .map(([name, value]) => `${name}=${String(value)}`)
      .join(";") + end,
  first: new Date(Date.UTC(2025, 0, 1 + firstDay)).toISOString().slice(0, 10),
}));

/**
 * Zones in the north and south, on both sides of the date line, with half-hour changes, changes at
 * midnight, and none.
 */
export const zones = [
  "America/New_York",
  "America/Santiago",
  "America/St_Johns",
  "Europe/London",
  "Europe/Berlin",
  "Africa/Casablanca",
  "Asia/Beirut",
  "Asia/Kolkata",
  "Asia/Tokyo",
  "Australia/Lord_Howe",
  "Pacific/Auckland",
  "Pacific/Apia",
];

export const anyZone = constantFrom(...zones);

/** Ten years after Feb 29 is Feb 28. */
export const yearsLater = (date: string, years: number) =>
  Temporal.PlainDate.from(date).add({ years }).toString();
