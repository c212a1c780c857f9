import { weekdayNext } from "#app/domain/understanding/calendar/days.ts";
import { connectingWords } from "#app/domain/understanding/lexicon/connecting.ts";
import { isErrand } from "#app/domain/understanding/lexicon/errands.ts";
import { partsInPlural } from "#app/domain/understanding/lexicon/calendar.ts";
import type { When } from "#app/domain/understanding/types.ts";
import { rule } from "../engine/rule.ts";
import type { Place, Rule } from "../engine/types.ts";
import { weekly } from "./weekly.ts";

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
    means: ({ weekdayList: { days, isPlural } }, place) => {
      if (isPlural) return weekly(days);
      return days.length === 2 && isBeforeWords(place) ? null : eachOf(days);
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
    means: ({ weekday, weekday2 }) => eachOf([weekday, weekday2]),
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

/** In "wash up Saturday, and Sunday take Finn to the zoo" the days are of two requests. */
function isBeforeWords({ scan: { tokens }, to }: Place): boolean {
  const after = tokens[to];
  if (after?.type !== "word") return false;
  if (after.word === "to") return isErrand(tokens[to + 1]?.word ?? "");
  return !connectingWords.has(after.word);
}

function eachOf([first, ...others]: number[]): When {
  const also = others.map((weekday) => ({ day: weekdayNext(weekday) }));
  return { day: weekdayNext(first!), also, exceedsDueDate: true };
}
