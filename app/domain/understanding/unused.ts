import { readAssignment } from "./assignee/assignment.ts";
import type { Scan } from "./grammar/engine/types.ts";
import { startScan } from "./grammar/grammar.ts";
import { listHeadingWords } from "./lexicon/letters.ts";
import { wordSet } from "./lexicon/word-set.ts";
import { findFrame } from "./message/frame.ts";
import type { ParseContext, Reading } from "./resolve/reading.ts";
import { findListItems } from "./split/lists/list-items.ts";
import { readClosing, readHesitation, readOpening } from "./title/filler-words/remove.ts";
import { tokenize } from "./tokenize/tokenize.ts";
import type { ParsedRequest, Token } from "./types.ts";

/**
 * Returns the words of the text that no task has, in their order: they are in no title, description
 * or date, name nobody who does it, and are no talk.
 * @param around the tokens around the request in its message
 */
export function unusedWords(
  { text, names, doerNames }: ParseContext,
  { tokens }: Reading,
  { tasks, around }: { tasks: ParsedRequest[]; around: Token[] },
): string[] {
  const isUsed = tokens.map(({ type }) => type === "symbol");
  markDated(tokens, isUsed, tasks);
  markWritten(tokens, isUsed, tasks);
  const isOver = tokens.every((_, at) => isUsed[at] || isSmall(tokens, at));
  if (isOver) return [];
  // Only what stands around a request greets or signs.
  const isLetter = around.length > 0 ? findFrame(text, tokens) : [];
  for (const [at, isFrame] of isLetter.entries()) isUsed[at] ||= isFrame;
  markTalk(startScan(tokens, names, doerNames), isUsed, text);
  return tokens.filter((_, at) => !isUsed[at]).map((token) => token.text);
}

function markDated(tokens: Token[], isUsed: boolean[], tasks: ParsedRequest[]): void {
  const spans = tasks
    .flatMap(({ dueWords, notUnderstood }) => [...dueWords, ...notUnderstood])
    .toSorted((one, other) => one.start - other.start);
  let [next, end] = [0, 0];
  for (const [at, token] of tokens.entries()) {
    while (next < spans.length && spans[next]!.start <= token.start) {
      end = Math.max(end, spans[next]!.end);
      next += 1;
    }
    isUsed[at] ||= token.end <= end;
  }
}

/** Marks the words of titles and descriptions, each once for each time it is written there. */
function markWritten(tokens: Token[], isUsed: boolean[], tasks: ParsedRequest[]): void {
  const placesOf = Map.groupBy(
    [...tokens.keys()].filter((at) => !isUsed[at]),
    (at) => tokens[at]!.text.toLowerCase(),
  );
  for (const at of tokens.keys()) {
    const { word, text } = tokens[at]!;
    if (!isUsed[at] && word !== text.toLowerCase())
      placesOf.set(word, [...(placesOf.get(word) ?? []), at]);
  }
  for (const { title, description, source } of tasks) {
    for (const { type, word } of tokenize(`${title} ${description ?? ""}`)) {
      const places = type === "symbol" ? undefined : placesOf.get(word);
      if (!places) continue;
      // A word that is corrected stands under both of its spellings.
      const isFree = (at: number) => !isUsed[at];
      const own = places.findIndex((at) => isFree(at) && tokens[at]!.start >= source.start);
      const index = own >= 0 ? own : places.findIndex(isFree);
      const [at] = index >= 0 ? places.splice(index, 1) : [];
      if (at !== undefined) isUsed[at] = true;
    }
  }
}

/** "Remind me to", "ask Dan to", "2)" and "to do:" say nothing of their own. */
function markTalk(scan: Scan, isUsed: boolean[], text: string): void {
  const { tokens } = scan;
  for (const [at, { next }] of findListItems(text, scan)) isUsed.fill(true, at, next);
  const readers = [readOpening, readAssignment, readClosing, readHesitation];
  for (let at = 0; at < tokens.length; at += 1) {
    if (isUsed[at]) continue;
    const ends = readers.map((read) => read(scan, at)?.next ?? at);
    isUsed.fill(true, at, Math.max(isSmall(tokens, at) ? at + 1 : at, ...ends));
  }
}

function isSmall(tokens: Token[], at: number): boolean {
  return smallWords.has(tokens[at]!.word) || isMark(tokens, at) || isHeading(tokens, at);
}

/** These words say nothing alone. */
const smallWords = wordSet(`
  and also then plus or but so oh while after finally first second third secondly thirdly next
  at on by for to of from with in the a an me i we you he she they my our their his her 's is
  are was they're i'm you're he's she's will be there it that this these those same both all
  each can could would add put n starts start begins begin happens takes place scheduled list
  todo day week`);

/** "1.", "2)" and "c)" mark items. */
function isMark(tokens: Token[], at: number): boolean {
  const { type, text } = tokens[at]!;
  const isShort = type === "number" || /^\p{L}$/u.test(text);
  return isShort && [".", ")", ":", "-"].includes(tokens[at + 1]?.word ?? "");
}

/** "Things to do:" and "Errands Saturday:" are headings. */
function isHeading(tokens: Token[], at: number): boolean {
  return (
    listHeadingWords.has(tokens[at]!.word) &&
    tokens.slice(at + 1, at + maxWordsOfHeading).some(({ word }) => word === ":")
  );
}

const maxWordsOfHeading = 6;
