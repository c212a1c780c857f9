import {
  dayParts,
  monthNumbers,
  weekdayNumbers,
  weekdayPluralNumbers,
} from "../lexicon/calendar.ts";
import { holidayDates } from "../lexicon/holidays.ts";
import { numberWords, ordinalWords } from "../lexicon/numbers.ts";
import type { Token } from "../types.ts";
import { expandPattern } from "./engine/pattern.ts";
import type { Rule } from "./engine/types.ts";
import { weekdayLetterWords } from "./terminals/weekday-lists.ts";

/** A cheap test that rules out most tokens. */
export function startTest(rules: Rule<unknown>[]): (token: Token) => boolean {
  let words: Set<string> | undefined;
  return (token) => token.type === "number" || (words ??= firstWordsOf(rules)).has(token.word);
}

function firstWordsOf(rules: Rule<unknown>[]): Set<string> {
  const literals = rules.flatMap(({ say }) =>
    expandPattern(say).flatMap(([first]) => (first && "words" in first ? [...first.words] : [])),
  );
  return new Set([...literals, ...slotFirstWords]);
}

const holidayFirstWords = Object.keys(holidayDates).flatMap((names) =>
  names.split("|").map((name) => name.split(" ")[0]!),
);

/** A slot that starts with another word is never read at the start of a time: add the word here. */
const slotFirstWords = [
  ...[numberWords, ordinalWords].flatMap((lexicon) => [...lexicon.keys()]),
  ...[weekdayNumbers, weekdayPluralNumbers, monthNumbers, dayParts].flatMap((lexicon) =>
    Object.keys(lexicon),
  ),
  ...holidayFirstWords,
  ...weekdayLetterWords,
  ..."a an couple few half quarter last hallowe'en through thru".split(" "),
];
