import { Temporal } from "#app/domain/core/time.ts";
import { earlierOf, everyYear } from "#app/domain/understanding/calendar/days.ts";
import { wordSet } from "#app/domain/understanding/lexicon/word-set.ts";
import type { Day, When } from "#app/domain/understanding/types.ts";
import { wordAfter } from "../engine/place.ts";
import { rule } from "../engine/rule.ts";
import type { Place, Rule } from "../engine/types.ts";
import { every, newYear, repeating } from "./repeating.ts";

export const yearRepetitionRules: Rule<When>[] = [
  rule({
    say: "every|each year",
    examples: ["every year"],
    means: () => repeating(newYear, every("YEARLY")),
  }),
  rule({
    say: "every|each other year",
    examples: ["every other year"],
    means: () => repeating(newYear, every("YEARLY", 2)),
  }),
  rule({
    say: "every|each year on {date}",
    examples: ["every year on October 5"],
    means: ({ date }) => onDate(date),
  }),
  rule({
    say: "yearly|annually on {date}",
    examples: ["yearly on October 5"],
    means: ({ date }) => onDate(date),
  }),
  rule({
    say: "[on] {date} every|each year",
    examples: ["on January 15 every year"],
    means: ({ date }) => onDate(date),
  }),
  rule({ say: "every {date}", examples: ["every October 5th"], means: ({ date }) => onDate(date) }),
  rule({
    say: "every|each {holiday}",
    examples: ["every Christmas Eve"],
    means: ({ holiday }) => repeating(holiday, every("YEARLY")),
  }),
  rule({
    say: "[on] {date} yearly|annually",
    examples: ["March 3 yearly"],
    means: ({ date }) => onDate(date),
  }),
  rule({
    say: "every|each {month}",
    examples: ["every January"],
    means: ({ month }, { scan, to }) =>
      scan.tokens[to]?.type === "number" ? null : inMonth(month),
  }),
  rule({
    say: "every|each {month} and|& {month2}",
    examples: ["every January and July"],
    means: ({ month, month2 }) =>
      Math.abs(month - month2) === 6
        ? repeating(earlierOf(firstOf(month), firstOf(month2)), every("MONTHLY", 6))
        : null,
  }),
  rule({
    say: "every|each year in {month}",
    examples: ["every year in March"],
    means: ({ month }) => inMonth(month),
  }),
  rule({
    say: "yearly|annually in {month}",
    examples: ["annually in October"],
    means: ({ month }) => inMonth(month),
  }),
  rule({
    say: "every|each spring|summer|fall|autumn|winter",
    examples: ["every spring"],
    means: (_, place) => (isOfSeason(place) ? null : inSeasons([seasonBefore(place, 1)])),
  }),
  rule({
    say: "every|each spring|summer|fall|autumn|winter and|& spring|summer|fall|autumn|winter",
    examples: ["every spring and fall"],
    means: (_, place) =>
      isOfSeason(place) ? null : inSeasons([seasonBefore(place, 3), seasonBefore(place, 1)]),
  }),
];

const anyNewYear = Temporal.PlainDate.from("2028-01-01");

function onDate(date: Day): When | null {
  if (date.type === "once") return repeating(date, every("YEARLY"));
  const { month, day } = date.next(anyNewYear);
  return repeating(date, { frequency: "YEARLY", month, daysOfMonth: [day] });
}

function inMonth(month: number): When | null {
  return repeating(firstOf(month), { frequency: "YEARLY", month });
}

/** Only people know which day they mean. */
function inSeasons(months: number[]): When | null {
  const [first, second] = months.map(firstOf);
  if (!second) return repeating(first!, every("YEARLY"), { isUnsure: true });
  return repeating(earlierOf(first!, second), every("MONTHLY", 6), { isUnsure: true });
}

function firstOf(month: number) {
  return everyYear((year) => Temporal.PlainDate.from({ year, month, day: 1 }));
}

function seasonBefore({ scan, to }: Place, tokens: number): number {
  return seasonStarts[scan.tokens[to - tokens]!.word]!;
}

const seasonStarts: Readonly<Record<string, number>> = {
  spring: 3,
  summer: 6,
  fall: 9,
  autumn: 9,
  winter: 12,
};

/** "Every spring break". */
function isOfSeason(place: Place): boolean {
  return seasonThings.has(wordAfter(place));
}

const seasonThings = wordSet(
  "break holiday holidays vacation camp term semester season roll rolls coat coats",
);
