import { onOrAfter } from "#app/domain/understanding/calendar/days.ts";
import type { Temporal } from "#app/domain/core/time.ts";
import type { Day } from "#app/domain/understanding/types.ts";
import { rule } from "../engine/rule.ts";
import type { Place, Rule } from "../engine/types.ts";
import { isAmount } from "../terminals/amounts.ts";
import { isDayOfMonth, monthAndDay, monthly } from "./day-numbers.ts";

export const weekdayDateRules: Rule<Day>[] = [
  rule({
    say: "{weekday} [,] {number}/{number2}",
    examples: ["Monday 10/12"],
    means: ({ weekday, number, number2 }) => onWeekdayFirst(weekday, monthAndDay(number, number2)),
  }),
  rule({
    say: "{weekday} [,] {number}-{number2}",
    examples: [],
    means: ({ weekday, number, number2 }) => {
      const day = number2 > 12 ? monthAndDay(number, number2) : null;
      return day?.type === "recurring" ? onlyOn(weekday, day) : null;
    },
  }),
  rule({
    say: "{weekday} [,] [the] {dayOfMonth}",
    examples: ["Friday the 13th"],
    means: ({ weekday, dayOfMonth }, place) =>
      isDayOfMonth(dayOfMonth, { ...place, from: place.from + 1 })
        ? weekdayOnDate(weekday, dayOfMonth.day)
        : null,
  }),
  rule({
    say: "[the] {weekday} {dayOfMonth}",
    examples: [],
    means: ({ weekday, dayOfMonth }, place) =>
      (dayOfMonth.day > 12 && !isHour(place) && !isAmount({ ...place, from: place.to - 1 })) ||
      isBeforeTimeOrColon(place)
        ? weekdayOnDate(weekday, dayOfMonth.day)
        : null,
  }),
  rule({
    say: "[next|this] {weekday} [,] the {dayOfMonth}[.]",
    examples: ["Thursday the 20", "Friday the 2."],
    means: ({ weekday, dayOfMonth }) => weekdayOnDate(weekday, dayOfMonth.day),
  }),
];

/** "Tuesday 1/12" is December 1 if that is a Tuesday and January 12 is not. */
function onWeekdayFirst(weekday: number, day: Day | null): Day | null {
  const dayFirst = day?.dayFirst;
  if (day?.type !== "recurring" || dayFirst?.type !== "recurring") return day;
  const isOn = (one: Day & { type: "recurring" }, from: Temporal.PlainDate) =>
    one.next(from).dayOfWeek === weekday;
  return {
    type: "recurring",
    next: (from) => (!isOn(day, from) && isOn(dayFirst, from) ? dayFirst : day).next(from),
  };
}

/** "Mon 11-16" is a date if that is a Monday, and otherwise hours. */
function onlyOn(weekday: number, day: Day & { type: "recurring" }): Day {
  return {
    type: "once",
    date: (now) => {
      const date = day.next(now.toPlainDate());
      return date.dayOfWeek === weekday
        ? date
        : onOrAfter(now.toPlainDate().add({ days: 1 }), weekday);
    },
  };
}

/** "Friday the 13th"; if none of the next three months has one, the next 13th. */
function weekdayOnDate(weekday: number, day: number): Day | null {
  const numbered = monthly(day);
  if (numbered?.type !== "recurring") return numbered;
  return {
    type: "recurring",
    next: (from) => {
      const first = numbered.next(from);
      const second = numbered.next(first.add({ days: 1 }));
      const third = numbered.next(second.add({ days: 1 }));
      return [first, second, third].find(({ dayOfWeek }) => dayOfWeek === weekday) ?? first;
    },
  };
}

/** "Tue 17 at 1" and the heading "Tue 17:", but not "Tue 5:15". */
function isBeforeTimeOrColon({ scan, to }: Place): boolean {
  const [next, afterNext] = [scan.tokens[to], scan.tokens[to + 1]];
  const isBeforeTime =
    ["at", "@"].includes(next?.word ?? "") &&
    (afterNext?.type === "number" || afterNext?.word === "noon");
  return isBeforeTime || (next?.word === ":" && !afterNext?.isAttached);
}

/** "Tuesday 16h", "Monday 16:00", "Thursday 16.30". */
function isHour({ scan: { tokens }, to }: Place): boolean {
  const [next, afterNext] = [tokens[to], tokens[to + 1]];
  if (["h", "hrs", "uhr", "o'clock", "o"].includes(next?.word ?? "")) return true;
  return [":", ".", "-"].includes(next?.word ?? "") && afterNext?.isAttached === true;
}
