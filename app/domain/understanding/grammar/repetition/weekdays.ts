import { partsInPlural } from "#app/domain/understanding/lexicon/calendar.ts";
import type { When } from "#app/domain/understanding/types.ts";
import { wordAfter } from "../engine/place.ts";
import { rule } from "../engine/rule.ts";
import type { Place, Rule } from "../engine/types.ts";
import { onWeekday, schoolDays, weekly } from "./weekly.ts";

export const weekdayRepetitionRules: Rule<When>[] = [
  rule({
    say: "every|each [single] {weekday}",
    examples: ["every Friday"],
    means: ({ weekday }) => weekly([weekday]),
  }),
  rule({
    say: "every|each other|second|alternate {weekday}",
    examples: ["every other Tuesday"],
    means: ({ weekday }) => weekly([weekday], 2),
  }),
  rule({
    say: "every 2 nd {weekday}",
    examples: ["every 2nd Sunday"],
    means: ({ weekday }) => weekly([weekday], 2),
  }),
  rule({
    say: "[on|every] alternate|alternating {weekday}",
    examples: ["alternate Friday"],
    means: ({ weekday }) => weekly([weekday], 2),
  }),
  rule({
    say: "[on|every] alternate|alternating {weekdays}",
    examples: ["alternate Fridays", "on alternate Mondays"],
    means: ({ weekdays }) => weekly([weekdays], 2),
  }),
  rule({
    say: "every third|3rd {weekday}",
    examples: ["every third Monday"],
    means: ({ weekday }) => weekly([weekday], 3),
  }),
  rule({
    say: "every|each {weekday} or {weekday2}",
    examples: ["every Monday or Wednesday"],
    means: ({ weekday, weekday2 }) => weekly([weekday, weekday2]),
  }),
  rule({
    say: "every|each [single] {weekdayList} [{part}]",
    examples: [
      "every Monday and Wednesday",
      "every Tue/Thu",
      "every Mon, Wed & Fri",
      "every Tuesday and Saturday night",
    ],
    means: ({ weekdayList, part }) => weekly(weekdayList.days, 1, part && { part }),
  }),
  rule({
    say: "every|each {weekday} and|& every|each other|second|alternate {weekday2}",
    examples: ["every Monday and every other Thursday"],
    means: ({ weekday }) => weekly([weekday], 1, { isHalfRead: true }),
  }),
  rule({
    say: "every|each other|second|alternate {weekdayList}",
    examples: ["every other Monday and Thursday"],
    means: ({ weekdayList }) => weekly(weekdayList.days, 2),
  }),
  rule({
    say: "[on] {weekday} every|each week",
    examples: ["Friday every week"],
    means: ({ weekday }) => weekly([weekday]),
  }),
  rule({
    say: "{weekdayList}",
    examples: ["Mon, Wed and Fri", "mon wed fri", "Mondays & Thursdays"],
    means: ({ weekdayList: { days, isPlural } }) => {
      if (isPlural) return weekly(days);
      if (days.length < 3) return null;
      // "Fri, Sat and Sun" are likelier one weekend.
      return hasGaps(days) ? weekly(days) : { day: onWeekday(days), exceedsDueDate: true };
    },
  }),
  rule({
    say: "[on|every] {weekdayLetters}",
    examples: ["MWF", "T/Th", "every m-f"],
    means: ({ weekdayLetters }) => weekly(weekdayLetters),
  }),
  rule({
    say: "{weekday} {weekday2}",
    examples: ["tue thu"],
    means: ({ weekday, weekday2 }) => ({
      day: onWeekday([weekday, weekday2]),
      exceedsDueDate: true,
    }),
  }),
  rule({
    say: "every|each {weekday} to|through|thru|till|until|- {weekday2}",
    examples: ["every Monday to Thursday"],
    means: ({ weekday, weekday2 }) => {
      const days = Array.from({ length: weekday2 - weekday + 1 }, (_, index) => weekday + index);
      return weekday < weekday2 ? weekly(days) : null;
    },
  }),
  rule({
    say: "[on] all [the] {weekdays}",
    examples: ["all the Mondays"],
    means: ({ weekdays }) => weekly([weekdays]),
  }),
  rule({
    say: "[on] {weekdays}",
    examples: ["Mondays", "on Tuesdays"],
    means: ({ weekdays }) => weekly([weekdays]),
  }),
  rule({
    say: "[on] {weekdays} or {weekdays2}",
    examples: ["Tuesdays or Thursdays"],
    means: ({ weekdays, weekdays2 }) => weekly([weekdays, weekdays2]),
  }),
  rule({
    say: "on {weekdayList}",
    examples: ["on Tuesdays and Thursdays"],
    means: ({ weekdayList: { days, isPlural } }) => (isPlural ? weekly(days) : null),
  }),
  rule({
    say: "{weekday} to|through|thru|- {weekday2}",
    examples: [],
    means: ({ weekday, weekday2 }, place) =>
      weekday === 1 && weekday2 === 5 && isBeforeHour(place)
        ? weekly(schoolDays, 1, { isUnsure: true })
        : null,
  }),
  rule({
    say: "every|each {weekday} {part}",
    examples: ["every Friday night"],
    means: ({ weekday, part }) => weekly([weekday], 1, { part }),
  }),
  rule({
    say: "[on] {weekday} mornings|afternoons|evenings|nights",
    examples: ["Sunday nights"],
    means: ({ weekday }, { scan, to }) =>
      weekly([weekday], 1, { part: partsInPlural[scan.tokens[to - 1]!.word]! }),
  }),
  rule({
    say: "[on] {weekday} and|or|,|& {weekday2} mornings|afternoons|evenings|nights",
    examples: ["Monday and Thursday nights"],
    means: ({ weekday, weekday2 }, { scan, to }) =>
      weekly([weekday, weekday2], 1, { part: partsInPlural[scan.tokens[to - 1]!.word]! }),
  }),
];

/** "Mon, Wed, Fri". */
function hasGaps(days: number[]): boolean {
  const sorted = days.toSorted((one, other) => one - other);
  return sorted.at(-1)! - sorted[0]! >= sorted.length;
}

/** "Mon-Fri at 7" is a habit, "Mon-Fri" may be one trip. */
function isBeforeHour(place: Place): boolean {
  return ["at", "@"].includes(wordAfter(place)) || /^\d/.test(wordAfter(place));
}
