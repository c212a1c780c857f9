import type { Duration, Unit } from "#app/domain/understanding/types.ts";
import { rule } from "../engine/rule.ts";
import type { Rule } from "../engine/types.ts";

export const durationRules: Rule<Duration>[] = [
  rule({
    say: "{count} [more] {unit}",
    examples: [
      "20 minutes",
      "half an hour",
      "1.5 hours",
      "two and a half hours",
      "a couple of weeks",
    ],
    means: ({ count, unit }) => durationOf(count, unit),
  }),
  rule({
    say: "{count} {unit} and [a] half",
    examples: ["an hour and a half", "an hour and half"],
    means: ({ count, unit }) => durationOf(count + 0.5, unit),
  }),
  rule({
    say: "{count} {unit} and a quarter",
    examples: ["an hour and a quarter"],
    means: ({ count, unit }) => durationOf(count + 0.25, unit),
  }),
  rule({
    say: "{count} {unit} [and] {count2} {unit2}",
    examples: ["2 hours and 30 minutes", "1 hr 15 min"],
    means: ({ count, unit, count2, unit2 }) => {
      const [long, short] = [durationOf(count, unit), durationOf(count2, unit2)];
      const isDescending = unitOrder[unit2] < unitOrder[unit];
      return isDescending
        ? {
            minutes: long.minutes + short.minutes,
            days: long.days + short.days,
            months: long.months + short.months,
          }
        : null;
    },
  }),
];

const unitOrder: Record<Unit, number> = {
  minute: 1,
  hour: 2,
  day: 3,
  week: 4,
  fortnight: 5,
  month: 6,
  year: 7,
};

function durationOf(count: number, unit: Unit): Duration {
  const none = { minutes: 0, days: 0, months: 0 };
  if (unit === "minute") return { ...none, minutes: Math.round(count) };
  if (unit === "hour") return { ...none, minutes: Math.round(60 * count) };
  if (unit === "day")
    return count < 1
      ? { ...none, minutes: Math.round(1440 * count) }
      : { ...none, days: Math.round(count) };
  if (unit === "week") return { ...none, days: Math.round(7 * count) };
  if (unit === "fortnight") return { ...none, days: Math.round(14 * count) };
  const months = unit === "month" ? count : 12 * count;
  return { minutes: 0, days: Math.round(30 * (months % 1)), months: Math.floor(months) };
}
