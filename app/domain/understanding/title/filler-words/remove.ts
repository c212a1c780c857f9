import { createReader } from "#app/domain/understanding/grammar/engine/reader.ts";
import type { Scan } from "#app/domain/understanding/grammar/engine/types.ts";
import { startScan } from "#app/domain/understanding/grammar/grammar.ts";
import type { Token } from "#app/domain/understanding/types.ts";
import { closingRules } from "./closings.ts";
import { hesitationRules } from "./hesitations.ts";
import { removeListName } from "./list-name.ts";
import { openingRules } from "./openings.ts";

export const readOpening = createReader(openingRules);
export const readClosing = createReader(closingRules);
export const readHesitation = createReader(hesitationRules);

/** Keeps all tokens if nothing else would be left. */
export function removeFillerWords(tokens: Token[]): Token[] {
  const request = withoutFillerWords(tokens);
  return hasWords(request) ? request : tokens;
}

export const isOnlyFiller = (tokens: Token[]): boolean => !hasWords(withoutFillerWords(tokens));

const withoutFillerWords = (tokens: Token[]) =>
  removeListName(removeClosings(removeOpenings(removeHesitations(tokens))));

const hasWords = (tokens: Token[]) => tokens.some(({ type }) => type !== "symbol");

function removeHesitations(tokens: Token[]): Token[] {
  const scan = startScan(tokens);
  const kept: Token[] = [];
  for (let at = 0; at < tokens.length;) {
    const hesitation = readHesitation(scan, at);
    if (!hesitation) kept.push(tokens[at]!);
    at = hesitation ? hesitation.next : at + 1;
  }
  return kept;
}

function removeOpenings(tokens: Token[]): Token[] {
  const scan = startScan(tokens);
  let at = 0;
  for (;;) {
    const token = tokens[at];
    const opening = readOpening(scan, at);
    if (!token || (!opening && !isPause(token))) return tokens.slice(at);
    at = opening?.next ?? at + 1;
  }
}

const maxClosingTokens = 8;

function removeClosings(tokens: Token[]): Token[] {
  const scan = startScan(tokens);
  let end = tokens.length;
  for (;;) {
    while (end > 0 && isPause(tokens[end - 1]!)) end -= 1;
    const start = closingStart(scan, end);
    if (start === null) return tokens.slice(0, end);
    end = start;
  }
}

function closingStart(scan: Scan, end: number): number | null {
  for (let at = Math.max(1, end - maxClosingTokens); at < end; at += 1) {
    if (readClosing(scan, at)?.next === end) return at;
  }
  return null;
}

function isPause({ word }: Token): boolean {
  return ",.;:-!?".includes(word);
}
