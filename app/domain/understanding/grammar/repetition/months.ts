import { earlierOf, everyMonth, nthWeekdayOf } from "#app/domain/understanding/calendar/days.ts";
import { monthNumbers, weekdayNumbers } from "#app/domain/understanding/lexicon/calendar.ts";
import { isErrand } from "#app/domain/understanding/lexicon/errands.ts";
import { wordSet } from "#app/domain/understanding/lexicon/word-set.ts";
import type { Day, Repetition, When } from "#app/domain/understanding/types.ts";
import { isDayOfMonth, monthly } from "../days/day-numbers.ts";
import { isSentenceEnd, wordAfter, wordBefore } from "../engine/place.ts";
import { rule } from "../engine/rule.ts";
import type { Place, Rule } from "../engine/types.ts";
import { codeOf, every, nextFirst, repeating } from "./repeating.ts";

export const monthRepetitionRules: Rule<When>[] = [
  rule({
    say: "every|each month",
    examples: ["every month"],
    means: () => repeating(nextFirst, every("MONTHLY")),
  }),
  rule({
    say: "every|each other|second|alternate month",
    examples: ["every other month"],
    means: () => repeating(nextFirst, every("MONTHLY", 2)),
  }),
  rule({
    say: "every|each quarter",
    examples: ["every quarter"],
    means: () => repeating(nextFirst, every("MONTHLY", 3)),
  }),
  rule({
    say: "every|each half year|half-year",
    examples: ["every half year"],
    means: () => repeating(nextFirst, every("MONTHLY", 6)),
  }),
  rule({
    say: "every|each month on [the] {daysOfMonth}",
    examples: ["every month on the 5th", "every month on the 1st and 15th"],
    means: ({ daysOfMonth }) => onDays(daysOfMonth),
  }),
  rule({
    say: "every|each other|second month on [the] {daysOfMonth}",
    examples: ["every other month on the 5th"],
    means: ({ daysOfMonth }) => onDays(daysOfMonth, 2),
  }),
  rule({
    say: "every|each quarter on [the] {daysOfMonth}",
    examples: ["every quarter on the 1st"],
    means: ({ daysOfMonth }) => onDays(daysOfMonth, 3),
  }),
  rule({
    say: "[once] every {duration} on [the] {daysOfMonth}",
    examples: ["every 3 months on the first"],
    means: ({ duration: { minutes, days, months }, daysOfMonth }) =>
      minutes === 0 && days === 0 && months > 0 ? onDays(daysOfMonth, months) : null,
  }),
  rule({
    say: "monthly on [the] {daysOfMonth}",
    examples: ["monthly on the 5th", "monthly on the 1st and the 15th"],
    means: ({ daysOfMonth }) => onDays(daysOfMonth),
  }),
  rule({
    say: "[on] the {daysOfMonth} monthly",
    examples: ["on the 10th monthly"],
    means: ({ daysOfMonth }) => onDays(daysOfMonth),
  }),
  rule({
    say: "[on] the {daysOfMonth} every|each month",
    examples: ["the 10th every month", "the 1st and 15th every month"],
    means: ({ daysOfMonth }) => onDays(daysOfMonth),
  }),
  rule({
    say: "[on] [the] {daysOfMonth} of every|each month",
    examples: ["the 15th of every month", "on the 1st and 15th of each month"],
    means: ({ daysOfMonth }) => onDays(daysOfMonth),
  }),
  rule({
    say: "every|each {daysOfMonth} of [the] month",
    examples: ["every 15th of the month", "every 1st and 15th of the month"],
    means: ({ daysOfMonth }) => onDays(daysOfMonth),
  }),
  rule({
    say: "every|each {dayOfMonth} and {dayOfMonth2}",
    examples: ["every 1st and 15th"],
    // "Every second and fourth week", "every 1st and 3rd of January".
    means: ({ dayOfMonth, dayOfMonth2 }, place) =>
      otherThings.has(wordAfter(place)) ? null : onDays([dayOfMonth, dayOfMonth2]),
  }),
  rule({
    say: "on the {daysOfMonth} of the month",
    examples: ["on the 1st and the 15th of the month"],
    means: ({ daysOfMonth }) => (daysOfMonth.length > 1 ? onDays(daysOfMonth) : null),
  }),
  rule({
    say: "[on] the {daysOfMonth}",
    examples: ["on the 3rd and the 10th", "the 3rd, 10th and 17th"],
    means: ({ daysOfMonth }, place) => {
      const [first, second, ...more] = daysOfMonth;
      // "On the 24th and 25th" is likelier one stay, and "of June" says when.
      const isStay = more.length === 0 && second && Math.abs(first!.day - second.day) < 7;
      const areDays = second && isDayOfMonth(daysOfMonth.at(-1)!, place);
      const isOfMonth = wordAfter(place) === "of" || wordAfter(place) in monthNumbers;
      return !areDays || isStay || isOfMonth ? null : eachOf(daysOfMonth.map(({ day }) => day));
    },
  }),
  rule({
    say: "every|each last day of the|each month",
    examples: ["every last day of the month"],
    means: () => repeating(lastOfMonth, { frequency: "MONTHLY", daysOfMonth: [-1] }),
  }),
  rule({
    say: "[on] every|each {dayOfMonth}",
    examples: ["every 1st", "on every 15th"],
    means: ({ dayOfMonth }, place) =>
      isDayOfMonth(dayOfMonth, place) && standsAlone(dayOfMonth.day, place)
        ? onDays([dayOfMonth])
        : null,
  }),
  rule({
    say: "[on] the last day of every|each month",
    examples: ["the last day of every month"],
    means: () => repeating(lastOfMonth, { frequency: "MONTHLY", daysOfMonth: [-1] }),
  }),
  rule({
    say: "every|each {nth} {weekday} [of|in the|each|every month]",
    examples: ["every first Monday", "every first Monday of the month"],
    means: ({ nth, weekday }) => onNthWeekday(nth, weekday),
  }),
  rule({
    say: "[on] [the] {nth} {weekday} of|in the|every|each month",
    examples: ["on the first Monday of each month", "the last Friday of the month"],
    means: ({ nth, weekday }, place) =>
      ["by", "before", "until", "due"].includes(wordBefore(place))
        ? null
        : onNthWeekday(nth, weekday),
  }),
  rule({
    say: "[on] [the] {nth} {weekday} every|each month",
    examples: ["second Friday every month"],
    means: ({ nth, weekday }) => onNthWeekday(nth, weekday),
  }),
  rule({
    say: "[on|every] [the] {nth} and|& [the] {nth2} {weekday} [of|in the|each|every month]",
    examples: ["first and third Monday of the month", "every 2nd & 4th Tuesday"],
    means: ({ nth, nth2, weekday }) => onNthWeekdays([nth, nth2], weekday),
  }),
  rule({
    say: "[on|every] [the] {nth} and|& [the] {nth2} {weekdays} [of|in the|each|every month]",
    examples: ["2nd and 4th Tuesdays"],
    means: ({ nth, nth2, weekdays }) => onNthWeekdays([nth, nth2], weekdays),
  }),
  rule({
    say: "monthly on the {nth} {weekday}",
    examples: ["monthly on the first Monday"],
    means: ({ nth, weekday }) => onNthWeekday(nth, weekday),
  }),
  rule({
    say: "every|each month on the {nth} {weekday}",
    examples: ["every month on the first Monday"],
    means: ({ nth, weekday }) => onNthWeekday(nth, weekday),
  }),
  rule({
    say: "[every|each] month|monthly on the {nth} and|& [the] {nth2} {weekday}",
    examples: ["every month on the 2nd and 4th Tuesday", "monthly on the first and third Monday"],
    means: ({ nth, nth2, weekday }) => onNthWeekdays([nth, nth2], weekday),
  }),
  rule({
    say: "[every|each] month|monthly on the {nth} {weekday} and|& [on] [the] {nth2} {weekday2}",
    examples: ["every month on the first Monday and third Monday"],
    means: ({ nth, nth2, weekday, weekday2 }) =>
      weekday === weekday2 ? onNthWeekdays([nth, nth2], weekday) : null,
  }),
];

/** "Every 3rd house" counts houses, but nobody counts 28 of them. */
function standsAlone(day: number, place: Place): boolean {
  const after = wordAfter(place);
  const isCounted = otherThings.has(after) || after in weekdayNumbers || countedTimes.has(after);
  const isCue = ["at", "@", "by", "before"].includes(after);
  return isSentenceEnd(place) || isErrand(after) || isCue || (day > 12 && !isCounted);
}

const otherThings = wordSet("of week weeks weekend month year");
const countedTimes = wordSet("day days hour minute night morning evening time birthday");

const lastOfMonth = everyMonth((first) => first.with({ day: first.daysInMonth }));

function onDays(daysOfMonth: { day: number }[], interval = 1): When | null {
  const days = daysOfMonth.map(({ day }) => day);
  const repetition: Repetition = { ...every("MONTHLY", interval), daysOfMonth: days };
  return repeating(days.length === 1 ? monthly(days[0]!) : onDaysOfMonth(days), repetition);
}

function eachOf(daysOfMonth: number[]): When | null {
  const [day, ...others] = daysOfMonth.map(monthly);
  const also = others.flatMap((other) => (other ? { day: other } : []));
  return day ? { day, also, exceedsDueDate: true } : null;
}

function onDaysOfMonth(days: number[]): Day | null {
  if (days.includes(0)) return null;
  return {
    type: "recurring",
    next: (from) => {
      let date = from;
      while (!days.includes(date.day)) date = date.add({ days: 1 });
      return date;
    },
  };
}

function onNthWeekday(nth: number, weekday: number): When | null {
  const day = everyMonth((first) => nthWeekdayOf(first, nth, weekday));
  return repeating(day, { frequency: "MONTHLY", days: [`${nth}${codeOf(weekday)}`] });
}

function onNthWeekdays(nths: number[], weekday: number): When | null {
  const [first, second] = nths.map((nth) =>
    everyMonth((month) => nthWeekdayOf(month, nth, weekday)),
  );
  return repeating(earlierOf(first!, second!), {
    frequency: "MONTHLY",
    days: nths.map((nth) => `${nth}${codeOf(weekday)}`),
  });
}
