import { isOneSlip } from "#app/domain/core/one-slip.ts";
import {
  commonlyMisspelled,
  misspellings,
  monthsMisspelled,
  neverMisspelled,
  openingsMisspelled,
} from "../lexicon/misspellings.ts";
import { wordSet } from "../lexicon/word-set.ts";
import { weekdayNumbers } from "../lexicon/calendar.ts";
import { isErrand } from "../lexicon/errands.ts";
import { ordinalWords } from "../lexicon/numbers.ts";
import type { Token } from "../types.ts";
import { isWeekPlan, wordMeantAt } from "./short-spellings.ts";

/** Corrects time words ("wendesday", "tmrw") in `word`; `text` keeps what the user wrote. */
export function correctSpelling(tokens: Token[], names: ReadonlySet<string>): Token[] {
  const isPlan = isWeekPlan(tokens);
  const corrected: Token[] = [];
  for (const [at, token] of tokens.entries()) {
    const isName = token.type !== "word" || names.has(token.word);
    const meant = isName ? undefined : wordMeantAt(tokens, at, corrected.at(-1), isPlan);
    const word = isName
      ? undefined
      : (meant ?? misspellings.get(token.word) ?? wordNear(tokens, at));
    if (isSpokenTo(tokens, at, corrected.at(-1)))
      corrected.push({ ...token, type: "word", word: "to" });
    else corrected.push(word ? { ...token, word } : token);
  }
  return corrected;
}

/** "Remind me 2 call the bank". */
function isSpokenTo(tokens: Token[], at: number, before: Token | undefined): boolean {
  // "Resched dentist 2 sometime next week".
  const isLate = ["sometime", "anytime", "next", "tomorrow"].includes(tokens[at + 1]?.word ?? "");
  if (tokens[at]!.text === "2" && isLate && movingWords.has(tokens[0]!.word)) return true;
  const isMovedTo = ["moved", "changed", "pushed", "rescheduled", "switched"].includes(
    before?.word ?? "",
  );
  if (tokens[at]!.text === "2" && isMovedTo && (tokens[at + 1]?.word ?? "") in weekdayNumbers)
    return true;
  return (
    tokens[at]!.text === "2" &&
    wordsBeforeTo.has(before?.word ?? "") &&
    isErrand(tokens[at + 1]?.word ?? "")
  );
}

const movingWords = wordSet("resched reschedule move push bump postpone switch change");
const wordsBeforeTo = wordSet(
  "me us need want have got gotta forget remember reminder remind try like love going time",
);

/** "Tmro", "tomrw", "tmorrow", but not "tom" or "term". */
const hurriedTomorrow = /^to?mm?o?r+o?w?s?$/;

function wordNear(tokens: Token[], at: number): string | undefined {
  const { word } = tokens[at]!;
  if (hurriedTomorrow.test(word)) return "tomorrow";
  if (word.length < 5 || word.length > 10 || neverMisspelled.has(word)) return undefined;
  const isNear = (right: string) => right !== word && isOneSlip(word, right);
  const next = tokens[at + 1]?.word ?? "";
  return (
    commonlyMisspelled.find(isNear) ??
    (isBesideNumber(tokens, at) ? monthsMisspelled.find(isNear) : undefined) ??
    (["me", "us", "to"].includes(next) ? openingsMisspelled.find(isNear) : undefined)
  );
}

/** "Novmber 21", "21st of novmber". */
function isBesideNumber(tokens: Token[], at: number): boolean {
  const isNumber = (token: Token | undefined) =>
    token?.type === "number" || ordinalWords.has(token?.word ?? "");
  const before = tokens[at - 1]?.word === "of" ? at - 2 : at - 1;
  const beforeSuffix = ["st", "nd", "rd", "th", "."].includes(tokens[before]?.word ?? "")
    ? before - 1
    : before;
  const after = tokens[at + 1]?.word === "the" ? at + 2 : at + 1;
  return isNumber(tokens[beforeSuffix]) || isNumber(tokens[after]);
}
