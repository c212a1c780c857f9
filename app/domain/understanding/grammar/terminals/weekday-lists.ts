import {
  weekdayLetters,
  weekdayLetterWords,
  weekdayNumbers,
  weekdayPluralNumbers,
} from "#app/domain/understanding/lexicon/calendar.ts";
import { wordSet } from "#app/domain/understanding/lexicon/word-set.ts";
import type { Token } from "#app/domain/understanding/types.ts";
import type { Reader } from "../engine/types.ts";

/**
 * Reads two weekdays or more, in the singular or the plural: "Mon, Wed and Fri", "tue thu",
 * "Mondays & Fridays".
 */
export const readWeekdayList: Reader<{ days: number[]; isPlural: boolean }> = ({ tokens }, at) => {
  const days: number[] = [];
  let isPlural = false;
  let next = at;
  for (let from = at; ; from = next + separatorLength(tokens, next)) {
    const word = tokens[from]?.word ?? "";
    const day = weekdayNumbers[word] ?? weekdayPluralNumbers[word];
    if (day === undefined || days.includes(day) || (from > at && tokens[from]!.startsLine)) break;
    days.push(day);
    isPlural ||= word in weekdayPluralNumbers;
    next = from + 1;
  }
  return days.length > 1 ? { value: { days, isPlural }, next } : null;
};

/** Reads one weekday or more. */
export const readAnyWeekdays: Reader<number[]> = (scan, at) => {
  const list = readWeekdayList(scan, at);
  if (list) return { value: list.value.days, next: list.next };
  const { word } = scan.tokens[at]!;
  const day = weekdayNumbers[word] ?? weekdayPluralNumbers[word];
  return day === undefined ? null : { value: [day], next: at + 1 };
};

/** Returns the length of the comma, "and" or "and on every" between two days. */
function separatorLength(tokens: Token[], at: number): number {
  const word = (index: number) => tokens[index]?.word ?? "";
  let next = at;
  if ([",", "/"].includes(word(next))) next += 1;
  if (conjunctions.has(word(next))) next += 1;
  if (next === at) return 0;
  if (word(next) === "also") next += 1;
  if (word(next) === "on") next += 1;
  if (["every", "each"].includes(word(next))) next += 1;
  return next - at;
}

const conjunctions = wordSet("and & n + plus");

/** Reads the letters of a timetable: "MWF", "T/Th", "M-F". */
export const readWeekdayLetters: Reader<number[]> = ({ tokens }, at) => {
  if (tokens[at]!.isAttached) return null;
  const whole = weekdayLetterWords.get(tokens[at]!.word);
  if (whole) return { value: whole, next: at + 1 };
  const days: number[] = [];
  let next = at;
  for (let from = at; tokens[from] && (from === at || tokens[from]!.isAttached); from += 2) {
    const day = weekdayLetters.get(tokens[from]!.word);
    if (day === undefined || day <= (days.at(-1) ?? 0)) break;
    days.push(day);
    next = from + 1;
    if (tokens[next]?.word !== "/" || !tokens[next]!.isAttached) break;
  }
  const isClear =
    days.length > 2 || (days.length === 2 && (days.includes(4) || tokens[at]!.word === "tu"));
  if (isClear) return { value: days, next };
  const [dash, last] = [tokens[at + 1], tokens[at + 2]];
  const isWeek =
    tokens[at]!.word === "m" && dash?.word === "-" && dash.isAttached && last?.word === "f";
  return isWeek && last.isAttached ? { value: [1, 2, 3, 4, 5], next: at + 3 } : null;
};
