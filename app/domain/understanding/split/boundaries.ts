import { wordAfter } from "../grammar/engine/place.ts";
import { createReader } from "../grammar/engine/reader.ts";
import { rule } from "../grammar/engine/rule.ts";
import type { Place, Rule, Scan } from "../grammar/engine/types.ts";
import { wordSet } from "../lexicon/word-set.ts";
import { findListItems } from "./lists/list-items.ts";

export type Separator = "and" | "also" | "then" | "sentence" | "item";

/** One request may end before token `at`, and another may start at token `next`. */
export interface Boundary {
  at: number;
  next: number;
  separator: Separator;
  isNewLine: boolean;
}

export const separatorRules: Rule<Separator>[] = [
  rule({ say: ",", examples: [","], means: () => "and" }),
  rule({ say: "[,] and|& [oh] [also] [,]", examples: ["and", ", and also"], means: () => "and" }),
  rule({ say: "[,] [and] plus|also [,]", examples: [", plus"], means: () => "also" }),
  rule({
    say: "[,|;|.|!] [and|oh] while you're|i'm|we're|ur|youre at it [,] [also]",
    examples: [", and while you're at it"],
    means: () => "also",
  }),
  rule({
    say: "[,|;|.|!] [and] while i|we|you|he|she|they is|am|are|'s there|out|waiting|gone [,]",
    examples: ["and while he's there"],
    means: () => "also",
  }),
  rule({
    say: "[,|;|.|!] [and] while i'm|we're|you're|they're|he's|she's there|out|waiting|gone|thinking [of|about] [it] [,]",
    examples: ["and while I'm out"],
    means: () => "also",
  }),
  rule({
    say: "[,] [and] second|secondly|third|thirdly [,]",
    examples: [],
    means: (_, { scan, from }) =>
      scan.tokens
        .slice(0, Math.min(from, maxTokensToFirst))
        .some(({ word }) => word === "first" || word === "firstly")
        ? "also"
        : null,
  }),
  rule({
    say: "[,|;|.|!] [and|oh] on top of that [,]",
    examples: [", on top of that"],
    means: () => "also",
  }),
  rule({
    say: "[,] [and] then|afterwards|afterward [also] [,]",
    examples: [", and then"],
    means: () => "then",
  }),
  rule({
    say: "[,] [and] after that|finally|lastly [,]",
    examples: ["and after that"],
    means: () => "then",
  }),
  rule({
    say: ";|.|!|? [and] then|afterwards|afterward [,]",
    examples: [". Then"],
    means: () => "then",
  }),
  rule({
    say: "/",
    examples: ["/"],
    means: (_, { scan, from, to }) =>
      scan.tokens[from]!.isAttached || scan.tokens[to]?.isAttached === true ? null : "and",
  }),
  rule({
    say: "-|+",
    examples: [],
    means: (_, { scan, from, to }) =>
      scan.tokens[from]!.isAttached || scan.tokens[to]?.isAttached === true ? null : "also",
  }),
  rule({
    say: ";|.|!|? [and] [also|plus|finally] [,]",
    examples: [";", ". And also"],
    means: (_, place) => (isWithinSentence(place) ? null : "sentence"),
  }),
];

const maxTokensToFirst = 10;

const readSeparator = createReader(separatorRules);

/** Text in parentheses or quotation marks has no boundaries. */
export function findBoundaries(text: string, scan: Scan): Boundary[] {
  const items = findListItems(text, scan);
  const isEnclosed = findEnclosed(scan);
  const boundaries: Boundary[] = [];
  for (let at = 1; at < scan.tokens.length; at += 1) {
    const item = items.get(at);
    if (item)
      boundaries.push({
        at,
        next: item.next,
        separator: item.isMarked ? "item" : "sentence",
        isNewLine: true,
      });
    const match = isEnclosed[at] ? null : readSeparator(scan, at);
    if (match && !item && !punctuation.has(scan.tokens[match.next]?.word ?? ""))
      boundaries.push({
        at,
        next: match.next,
        separator: match.value,
        isNewLine: false,
      });
  }
  return boundaries;
}

// Only the last of several marks in a row is a boundary; otherwise 2,000 commas would take far too
// long.
const punctuation = new Set(",.;!?");

/** "school.org", "school.org/form?class=2", "Dr. May". */
function isWithinSentence(place: Place): boolean {
  const { scan, from, to } = place;
  const { word } = scan.tokens[from]!;
  if (word !== "." && word !== "?") return false;
  const isAttached =
    to === from + 1 && /^[\p{L}\p{N}]/u.test(wordAfter(place)) && scan.tokens[to]!.isAttached;
  const isTitle = word === "." && abbreviatedTitles.has(scan.tokens[from - 1]?.word ?? "");
  return isAttached || isTitle;
}

const abbreviatedTitles = wordSet("dr mr mrs ms prof st");

const closingFor: ReadonlyMap<string, string> = new Map([
  ["(", ")"],
  ["“", "”"],
  ['"', '"'],
]);

function findEnclosed({ tokens }: Scan): boolean[] {
  const isEnclosed = Array.from<boolean>({ length: tokens.length }).fill(false);
  const words = tokens.map(({ word }) => word);
  const lastAt = new Map(tokens.map(({ word }, at) => [word, at]));
  for (let at = 0; at < tokens.length; at += 1) {
    const closing = closingFor.get(tokens[at]!.word);
    if (!closing || (lastAt.get(closing) ?? 0) <= at) continue;
    const end = words.indexOf(closing, at + 1);
    isEnclosed.fill(true, at, end + 1);
    at = end;
  }
  return isEnclosed;
}
