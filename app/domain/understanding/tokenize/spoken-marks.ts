import { isErrand } from "../lexicon/errands.ts";
import { wordSet } from "../lexicon/word-set.ts";
import type { Token } from "../types.ts";

/** Dictation leaves "question mark" and "comma" as words. */
export function withSpokenMarks(tokens: Token[]): Token[] {
  const marked: Token[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const [token, before] = [tokens[at]!, marked.at(-1)];
    const mark = before && markAt(tokens, at);
    if (mark) at += mark.length - 1;
    const read: Token = mark
      ? {
          ...token,
          type: "symbol",
          text: mark.sign,
          word: mark.sign,
          start: before.end,
          end: tokens[at]!.end,
        }
      : token;
    marked.push(mark ? { ...read, isAttached: true } : read);
  }
  return marked;
}

function markAt(tokens: Token[], at: number): { sign: string; length: number } | null {
  const [before, word, next] = [at - 1, at, at + 1].map((index) => tokens[index]?.word ?? "");
  if (articles.has(before!)) return null;
  const sign = pairs.get(`${word} ${next}`);
  if (sign) return { sign, length: 2 };
  if (tokens[at + 1]?.type !== "word" || tokens[at - 1]?.type !== "word") return null;
  if (word === "comma" && !["splice", "rules", "worksheet"].includes(next!))
    return { sign: ",", length: 1 };
  const startsSentence = isErrand(next!) || sentenceStarts.has(next!);
  return word === "period" && startsSentence && !periodNames.has(before!)
    ? { sign: ".", length: 1 }
    : null;
}

const pairs = new Map([
  ["question mark", "?"],
  ["exclamation mark", "!"],
  ["exclamation point", "!"],
  ["full stop", "."],
]);
const articles = wordSet("a an the this that every each no");
const sentenceStarts = wordSet(
  "i i'm we we're it it's he he's she she's they please can could don't also",
);
const periodNames = wordSet(
  "first second third fourth fifth sixth seventh trial grace her my your class study free waiting",
);
