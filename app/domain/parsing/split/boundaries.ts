import { wordAfter } from "../grammar/engine/place.ts";
import { readerOf } from "../grammar/engine/reader.ts";
import { rule } from "../grammar/engine/rule.ts";
import type { Place, Rule, Scan } from "../grammar/engine/types.ts";
import { wordSet } from "../lexicon/word-set.ts";
import { findListItems } from "./list-items.ts";

/** How two parts are put together: closely ("and", a comma), loosely ("also"), in turn, as sentences, or as items of a list. */
export type Separator = "and" | "also" | "then" | "sentence" | "item";

/** A place where one request may end and another begin; between them, from `at` up to `next`, stands what joins them. */
export interface Boundary {
  at: number;
  next: number;
  separator: Separator;
  /** Where a line or an item of a list begins. */
  isLine: boolean;
}

export const separatorRules: Rule<Separator>[] = [
  rule({ say: ",", examples: [","], means: () => "and" }),
  rule({ say: "[,] and|& [also] [,]", examples: ["and", ", and also"], means: () => "and" }),
  rule({ say: "[,] [and] plus|also [,]", examples: [", plus"], means: () => "also" }),
  rule({ say: "[,] [and] then|afterwards|afterward [also] [,]", examples: [", and then"], means: () => "then" }),
  rule({ say: "[,] [and] after that|finally|lastly [,]", examples: ["and after that"], means: () => "then" }),
  rule({ say: ";|.|!|? [and] then|afterwards|afterward [,]", examples: [". Then"], means: () => "then" }),
  rule({
    say: ";|.|!|? [and] [also|plus|finally] [,]",
    examples: [";", ". And also"],
    means: (_, place) => (endsNoSentence(place) ? null : "sentence"),
  }),
];

const readSeparator = readerOf(separatorRules);

/** All the places from left to right; what stands in brackets or quotation marks is one thing. */
export function findBoundaries(text: string, scan: Scan): Boundary[] {
  const items = findListItems(text, scan);
  const isEnclosed = findEnclosed(scan);
  const found: Boundary[] = [];
  for (let at = 1; at < scan.tokens.length; at += 1) {
    const item = items.get(at);
    if (item) found.push({ at, next: item.next, separator: item.isMarked ? "item" : "sentence", isLine: true });
    const joint = isEnclosed[at] ? null : readSeparator(scan, at);
    if (joint && !item && !punctuation.has(scan.tokens[joint.next]?.word ?? ""))
      found.push({ at, next: joint.next, separator: joint.value, isLine: false });
  }
  return found;
}

/** Of several signs in a row the last one counts: 2,000 commas are not 2,000 places to look at. */
const punctuation = new Set(",.;!?");

/** "school.org", "Dr. May". */
function endsNoSentence(place: Place): boolean {
  const { scan, from, to } = place;
  if (scan.tokens[from]!.word !== ".") return false;
  const isGlued = to === from + 1 && /^[\p{L}\p{N}]/u.test(wordAfter(place)) && scan.tokens[to]!.isAttached;
  return isGlued || abbreviatedTitles.has(scan.tokens[from - 1]?.word ?? "");
}

const abbreviatedTitles = wordSet("dr mr mrs ms prof st");

const closingFor: ReadonlyMap<string, string> = new Map([
  ["(", ")"],
  ["“", "”"],
  ['"', '"'],
]);

/** Tells for each token whether it stands between two signs that belong together. */
function findEnclosed({ tokens }: Scan): boolean[] {
  const isEnclosed = Array.from<boolean>({ length: tokens.length }).fill(false);
  const lastAt = new Map(tokens.map(({ word }, at) => [word, at]));
  for (let at = 0; at < tokens.length; at += 1) {
    const closing = closingFor.get(tokens[at]!.word);
    if (!closing || (lastAt.get(closing) ?? 0) <= at) continue;
    const end = tokens.findIndex(({ word }, index) => index > at && word === closing);
    isEnclosed.fill(true, at, end + 1);
    at = end;
  }
  return isEnclosed;
}
