import { MONTHS, PARTS, WEEKDAY_PLURALS, WEEKDAYS } from "../lexicon/calendar.ts";
import { HOLIDAYS } from "../lexicon/holidays.ts";
import { NUMBER_WORDS, ORDINAL_WORDS } from "../lexicon/numbers.ts";
import type { Token } from "../types.ts";
import { type Rule, waysThrough } from "./engine/rule.ts";

/** Tells the tokens at which one of the rules may begin, so that most words of a text cost nothing. */
export function beginningsOf(rules: Rule<unknown>[]): (token: Token) => boolean {
  const literals = rules.flatMap(({ say }) =>
    waysThrough(say).flatMap(([first]) => (first && "words" in first ? [...first.words] : [])),
  );
  const words = new Set([...literals, ...SLOT_BEGINNINGS]);
  return (token) => token.kind === "number" || words.has(token.word);
}

const HOLIDAY_BEGINNINGS = Object.keys(HOLIDAYS).flatMap((names) =>
  names.split("|").map((name) => name.split(" ")[0]!),
);

/** The words with which a slot can begin (slots.ts). */
const SLOT_BEGINNINGS = [
  ...[NUMBER_WORDS, ORDINAL_WORDS].flatMap((lexicon) => [...lexicon.keys()]),
  ...[WEEKDAYS, WEEKDAY_PLURALS, MONTHS, PARTS].flatMap((lexicon) => Object.keys(lexicon)),
  ...HOLIDAY_BEGINNINGS,
  ..."a an couple few half quarter last hallowe'en".split(" "),
];
