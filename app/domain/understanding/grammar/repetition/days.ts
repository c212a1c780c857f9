import {
  daysFromToday,
  onDay,
  weekdayNext,
  yearly,
} from "#app/domain/understanding/calendar/days.ts";
import type { Day, Duration, Repetition, Unit, When } from "#app/domain/understanding/types.ts";
import { wordAfter } from "../engine/place.ts";
import { rule } from "../engine/rule.ts";
import type { Rule } from "../engine/types.ts";
import { every, newYear, nextFirst, nextMonday, repeating } from "./repeating.ts";

export const dayRepetitionRules: Rule<When>[] = [
  rule({
    say: "every|each [single] day",
    examples: ["every day"],
    means: () => repeating(everyDay, every("DAILY")),
  }),
  rule({
    say: "every|each other|second|alternate day",
    examples: ["every other day"],
    means: () => repeating(everyDay, every("DAILY", 2)),
  }),
  rule({
    say: "[on] alternate days",
    examples: ["alternate days"],
    means: () => repeating(everyDay, every("DAILY", 2)),
  }),
  rule({
    say: "once a|per|each|every {unit}",
    examples: ["once a week"],
    means: ({ unit }) => onceEvery(unit, 1),
  }),
  rule({
    say: "twice a|per|each|every year",
    examples: ["twice a year"],
    means: () => onceEvery("month", 6),
  }),
  rule({
    say: "every|each [single|other] {part}",
    examples: ["every morning", "each night"],
    means: ({ part }) => repeating(everyDay, every("DAILY"), { part }),
  }),
  rule({
    say: "every|each {part} and|& [every|each] {part2}",
    examples: ["every morning and evening"],
    means: ({ part }) => repeating(everyDay, every("DAILY"), { part, isHalfRead: true }),
  }),
  rule({
    say: "starting|beginning this week|month|weekend",
    examples: ["starting this week"],
    means: (_, { scan, to }) => ({
      day: scan.tokens[to - 1]!.word === "weekend" ? weekdayNext(6) : daysFromToday(0),
      isStartDate: true,
    }),
  }),
  rule({
    say: "starting|beginning tonight",
    examples: ["starting tonight"],
    means: () => ({ day: daysFromToday(0), isStartDate: true }),
  }),
  rule({
    say: "starting|beginning [on|from|in] {day}",
    examples: ["starting Oct 15"],
    means: ({ day }) => ({ day, isStartDate: true }),
  }),
  rule({
    say: "starting|beginning [in|from] [early] {month}",
    examples: ["starting in January"],
    means: ({ month }) => ({ day: yearly(month, 1)!, isStartDate: true }),
  }),
  rule({
    say: "every|each {nth} day|week|month|year",
    examples: ["every third day"],
    means: ({ nth }, { scan, to }) => {
      const unit = scan.tokens[to - 1]!.word as Unit;
      return nth > 1 ? everyNth(nth, unit) : null;
    },
  }),
  rule({
    say: "every|each hour",
    examples: ["every hour"],
    means: () => ({ afterMinutes: 60, repetition: every("HOURLY"), exceedsDueDate: true }),
  }),
  rule({
    say: "[once] every {duration}",
    examples: ["every 3 days", "every four hours", "every two weeks"],
    means: ({ duration }) => {
      const { minutes, days, months } = duration;
      if (minutes + days + months === 0) return null;
      const repetition = everyDuration(duration);
      if (minutes > 0) return { afterMinutes: minutes, repetition, exceedsDueDate: true };
      return repeating(
        { type: "once", date: (now) => now.toPlainDate().add({ days, months }) },
        repetition,
      );
    },
  }),
  rule({
    say: "every {number} to|or|- {duration}",
    examples: ["every 4-6 weeks"],
    means: ({ number, duration: { minutes, days, months } }, { scan, to }) => {
      const unit = scan.tokens[to - 1]!.word;
      const longest = Number(scan.tokens[to - 2]!.text);
      if (minutes > 0 || !(number > 0 && number < longest)) return null;
      const shortest = {
        minutes,
        days: (days / longest) * number,
        months: (months / longest) * number,
      };
      if (!unit.endsWith("s")) return null;
      const day = onDay((today) => today.add({ days: shortest.days, months: shortest.months }));
      return repeating(day, everyDuration(shortest), { isUnsure: true });
    },
  }),
  rule({
    say: "after|from|since [after] {done}",
    examples: ["after it was done", "after doing it"],
    means: () => ({ countsFromDone: true, needs: "a repetition" }),
  }),
  rule({
    say: "when|once {done}",
    examples: [],
    means: (_, place) =>
      wordAfter(place) === "" ? { countsFromDone: true, needs: "a repetition" } : null,
  }),
];

const everyDay: Day = { type: "recurring", next: (date) => date };
function everyNth(nth: number, unit: Unit): When | null {
  if (unit === "day") return repeating(everyDay, every("DAILY", nth));
  if (unit === "week") return repeating(nextMonday, every("WEEKLY", nth));
  return unit === "month"
    ? repeating(nextFirst, every("MONTHLY", nth))
    : repeating(newYear, every("YEARLY", nth));
}

function onceEvery(unit: Unit, count: number): When | null {
  if (unit === "day") return repeating(everyDay, every("DAILY"));
  const days = unit === "week" ? 7 : unit === "fortnight" ? 14 : 0;
  const months = unit === "month" ? count : unit === "year" ? 12 : 0;
  if (days + months === 0) return null;
  const day = onDay((today) => today.add({ days, months }));
  return repeating(day, everyDuration({ minutes: 0, days, months }));
}

function everyDuration({ minutes, days, months }: Duration): Repetition {
  if (minutes > 0)
    return minutes % 60 === 0 ? every("HOURLY", minutes / 60) : every("MINUTELY", minutes);
  if (months > 0)
    return months % 12 === 0 ? every("YEARLY", months / 12) : every("MONTHLY", months);
  return days % 7 === 0 ? every("WEEKLY", days / 7) : every("DAILY", days);
}
