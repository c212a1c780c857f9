import { holidayAt } from "../grammar/terminals/holidays.ts";
import { isPartOfAddress } from "../people/named-members.ts";
import type { Token } from "../types.ts";

/** Writes lower-case holidays as names: "flights for christmas" is "flights for Christmas". */
export function writeHolidays(tokens: Token[]): Token[] {
  const written = [...tokens];
  for (const at of tokens.keys()) {
    const next = holidayAt(tokens, at)?.next;
    if (next === undefined || isOrdinary(tokens, at, next)) continue;
    if (isPartOfAddress(tokens, at, next - at)) continue;
    for (let index = at; index < next; index += 1)
      written[index] = { ...tokens[index]!, text: capitalized(tokens[index]!.text) };
  }
  return written;
}

/** "Cut out valentines" names no day. */
const isOrdinary = (tokens: Token[], at: number, next: number): boolean =>
  next === at + 1 && ["valentine", "valentines"].includes(tokens[at]!.word);

function capitalized(text: string): string {
  if (text !== text.toLowerCase() || smallWords.has(text)) return text;
  return acronyms.has(text) ? text.toUpperCase() : text.charAt(0).toUpperCase() + text.slice(1);
}

const smallWords = new Set(["of", "de", "'s", "’s", "th"]);
const acronyms = new Set(["mlk", "nye"]);
