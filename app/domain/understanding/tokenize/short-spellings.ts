import { weekdayNumbers } from "../lexicon/calendar.ts";
import type { Token } from "../types.ts";

/**
 * Short spellings that mean a time word only beside certain others: "tom am", "nxt mo", "tu 9",
 * "btw 1-3".
 */
/** @param before the token before, corrected */
export function wordMeantAt(
  tokens: Token[],
  at: number,
  before: Token | undefined,
  isPlan: boolean,
): string | undefined {
  const { word } = tokens[at]!;
  if (isPlan && startsPart(tokens, at) && shortWeekdays.has(word)) return shortWeekdays.get(word);
  const after = tokens[at + 1];
  if (tokens[at]!.text === "tn") return "tonight";
  if (word === "tom") return dayParts.has(after?.word ?? "") ? "tomorrow" : undefined;
  if (word === "mo" || word === "mos") return isCounted(before) ? "month" : undefined;
  if (word === "aft") return before && before.word in daysBeforeAft ? "afternoon" : undefined;
  if (word === "btw") return after?.type === "number" ? "between" : undefined;
  const weekday = twoLetterWeekdays.get(word);
  return weekday && isBesideTime(before, after, tokens[at]!) ? weekday : undefined;
}

const shortWeekdays = new Map([
  ["mon", "monday"],
  ["wed", "wednesday"],
  ["sat", "saturday"],
  ["sun", "sunday"],
]);

/** "Sat leaf pickup, sun church potluck": days start two parts or more. */
export function isWeekPlan(tokens: Token[]): boolean {
  const starts = tokens.filter(({ word }, at) => word in weekdayNumbers && startsPart(tokens, at));
  return new Set(starts.map(({ word }) => weekdayNumbers[word])).size > 1;
}

function startsPart(tokens: Token[], at: number): boolean {
  return (
    at === 0 ||
    tokens[at]!.startsLine ||
    [",", ";", ".", ":", "and", "&", "then"].includes(tokens[at - 1]!.word)
  );
}

const dayParts = new Set([
  "am",
  "pm",
  "morning",
  "mornin",
  "afternoon",
  "evening",
  "night",
  "nite",
]);

const daysBeforeAft = { ...weekdayNumbers, tomorrow: 0, this: 0 };

/** "Nxt mo", "in 2 mo". */
function isCounted(before: Token | undefined): boolean {
  return (
    before !== undefined && (before.type === "number" || ["next", "this"].includes(before.word))
  );
}

const twoLetterWeekdays = new Map([
  ["tu", "tuesday"],
  ["th", "thursday"],
]);

/** "Ck engine tu 9", "nxt th", but not "the 14th". */
function isBesideTime(before: Token | undefined, after: Token | undefined, token: Token): boolean {
  if (token.isAttached) return false;
  if (token.word === "tu" && before?.type === "number") return true;
  return after?.type === "number" || after?.word === "@" || before?.word === "next";
}
