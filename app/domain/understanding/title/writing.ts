import { textLength } from "#app/domain/core/limits.ts";
import type { Token } from "../types.ts";

const leadingSymbols = new Set("-,.:;!?)|/+&*•·'");
const trailingSymbols = new Set("-,.:;!?(|/+&*•·");
const closingSymbols = new Set([..."),.:;!?%", "'s"]);

/** Trims symbols and capitalizes; "" if nothing is left. */
export function writeSentence(text: string, tokens: Token[]): string {
  const line = trimSymbols(tokens);
  const written = line
    .map((token, index) => spaceBefore(text, line[index - 1], token) + token.text)
    .join("");
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
  if (/^[\s\p{C}]+$/u.test(between))
    return /\s|\p{Cc}/u.test(between) ? " " : between.replace(invisible, "");
  return closingSymbols.has(token.word) ? "" : " ";
}

/** Leaves words like "iPad" and "bob@example.com" alone. */
function capitalize(line: string): string {
  const at = line.search(/\p{L}/u);
  const word = /^\S*/u.exec(line.slice(line.lastIndexOf(" ", at) + 1))![0];
  if (at < 0 || /\p{Lu}/u.test(word) || /\p{N}/u.test(line.slice(0, at)) || isWrittenSo.test(word))
    return line;
  const letter = String.fromCodePoint(line.codePointAt(at)!);
  return line.slice(0, at) + letter.toUpperCase() + line.slice(at + letter.length);
}

/**
 * Addresses, links, handles, tags and file names: "bob@example.com", "@anna", "#party",
 * "mailto:bob", "report.pdf".
 */
const isWrittenSo = /[@#_\\]|:[\p{L}\p{N}/+]|[\p{L}\p{N}]\.\p{L}{2}/u;
