import { readerOf } from "../../grammar/engine/reader.ts";
import type { Reader, Scan } from "../../grammar/engine/types.ts";
import { startScan } from "../../grammar/grammar.ts";
import type { Token } from "../../types.ts";
import { closingRules } from "./closings.ts";
import { hesitationRules } from "./hesitations.ts";
import { openingRules } from "./openings.ts";

export const readOpening = readerOf(openingRules);
const readClosing = readerOf(closingRules);
const readHesitation = readerOf(hesitationRules);

/** What is left of a request without the talk around it. Talk that is all there is stays. */
export function removeFillerWords(tokens: Token[]): Token[] {
  const request = removeListName(removeClosings(removeOpenings(removeHesitations(tokens))));
  return request.some(({ type }) => type !== "symbol") ? request : tokens;
}

function removeHesitations(tokens: Token[]): Token[] {
  const scan = startScan(tokens);
  const kept: Token[] = [];
  for (let at = 0; at < tokens.length;) {
    const filler = readHesitation(scan, at);
    if (!filler) kept.push(tokens[at]!);
    at = filler ? filler.next : at + 1;
  }
  return kept;
}

function removeOpenings(tokens: Token[]): Token[] {
  const scan = startScan(tokens);
  let at = 0;
  for (;;) {
    const token = tokens[at];
    const next = readOpening(scan, at)?.next ?? at + 1;
    if (!token || (next === at + 1 && !readOpening(scan, at) && !isPause(token))) return tokens.slice(at);
    at = next;
  }
}

const maxClosingTokens = 8;

function removeClosings(tokens: Token[]): Token[] {
  const scan = startScan(tokens);
  let end = tokens.length;
  for (;;) {
    while (end > 0 && isPause(tokens[end - 1]!)) end -= 1;
    const start = closingStart(readClosing, scan, end);
    if (start === null) return tokens.slice(0, end);
    end = start;
  }
}

function closingStart(read: Reader<true>, scan: Scan, end: number): number | null {
  for (let at = Math.max(1, end - maxClosingTokens); at < end; at += 1) {
    if (read(scan, at)?.next === end) return at;
  }
  return null;
}

/** "Add X to my list" is X. */
function removeListName(tokens: Token[]): Token[] {
  const first = tokens[0]?.word ?? "";
  if (!["add", "put", "write", "note"].includes(first)) return tokens;
  const isOwner = (token: Token, index: number) =>
    ["to", "on", "in", "into", "down"].includes(token.word) &&
    index > 1 &&
    ["my", "our", "the"].includes(tokens[index + 1]?.word ?? "");
  const start = tokens.findLastIndex(isOwner);
  const name = tokens
    .slice(start + 2)
    .map(({ word }) => word)
    .join(" ");
  return start > 0 && listNames.has(name) ? tokens.slice(1, start) : tokens;
}

const listNames = new Set(
  "list,to do list,to - do list,todo list,todos,to dos,task list,tasks,reminders,reminder list,calendar,family calendar,schedule,agenda".split(
    ",",
  ),
);

function isPause({ word }: Token): boolean {
  return ",.;:-!?".includes(word);
}
