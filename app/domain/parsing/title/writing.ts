import { textLength } from "#app/domain/core/limits.ts";
import type { Token } from "../types.ts";

const leadingSymbols = new Set("-,.:;!?)|/+&*•·'");
const trailingSymbols = new Set("-,.:;!?(|/+&*•·");
const closingSymbols = new Set([..."),.:;!?%", "'s"]);

/** Trims symbols and capitalizes; "" if nothing is left. */
export function writeSentence(text: string, tokens: Token[]): string {
  const line = trimSymbols(tokens);
  const written = line.map((token, index) => spaceBefore(text, line[index - 1], token) + token.text).join("");
  return /[\p{L}\p{N}]/u.test(written) ? capitalize(written) : "";
}

export function toOneLine(text: string): string {
  return capitalize(text.replace(invisible, " ").replace(/\s+/g, " ").trim());
}

// Control characters, direction overrides and lone surrogates, but not the joiners inside emoji.
const invisible = /[\p{Cc}\p{Cs}\u200B\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu;

/** Shortens a title to its first sentence, or else to as many words as fit. */
export function shorten(title: string): string {
  if (title.length <= textLength.title) return title;
  const head = title.slice(0, textLength.title - 1);
  const sentenceEnd = head.search(/[.!?](?=\s)/);
  if (sentenceEnd >= 10) return head.slice(0, sentenceEnd);
  const lastSpace = head.lastIndexOf(" ");
  return `${head.slice(0, lastSpace > 100 ? lastSpace : undefined).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

function trimSymbols(tokens: Token[]): Token[] {
  const isNoneOf = (symbols: Set<string>) => (token: Token) => !symbols.has(token.word);
  const start = tokens.findIndex(isNoneOf(leadingSymbols));
  const end = tokens.findLastIndex(isNoneOf(trailingSymbols));
  return start < 0 ? [] : tokens.slice(start, end + 1);
}

function spaceBefore(text: string, previous: Token | undefined, token: Token): string {
  if (!previous || previous.end === token.start) return "";
  const between = text.slice(previous.end, token.start);
  if (/^[\s\p{C}]+$/u.test(between)) return /\s|\p{Cc}/u.test(between) ? " " : between.replace(invisible, "");
  return closingSymbols.has(token.word) ? "" : " ";
}

/** Leaves words like "iPad" alone. */
function capitalize(line: string): string {
  const first = /^\P{L}*(\p{Ll})(\S*)/u.exec(line);
  if (!first || /\p{Lu}/u.test(first[2]!) || /^\P{L}*[\p{N}]/u.test(line)) return line;
  const at = first[0].length - first[2]!.length - first[1]!.length;
  return line.slice(0, at) + first[1]!.toUpperCase() + line.slice(at + first[1]!.length);
}
