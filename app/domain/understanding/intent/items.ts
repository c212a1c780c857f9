import { groceries, groceryKinds } from "../lexicon/groceries.ts";
import { wordPairs } from "../lexicon/several/errand-pairs.ts";
import type { Reading } from "../resolve/reading.ts";
import { removeFillerWords } from "../title/filler-words/remove.ts";
import { wordSet } from "../lexicon/word-set.ts";
import { tokenize } from "../tokenize/tokenize.ts";
import type { Token } from "../types.ts";
import {
  createSentenceReader,
  type Found,
  type Range,
  type Sentence,
  type SentenceRule,
} from "./pattern.ts";

/** The range of words belongs on a list, which may not exist. */
export interface Listed {
  thing: Range;
  list: string;
}

const rule = (
  say: string,
  examples: string[],
  means: SentenceRule<Listed>["means"] = onShopping,
): SentenceRule<Listed> => ({ say, examples, means });

export const itemRules: SentenceRule<Listed>[] = [
  rule("add|put|write|stick {thing} to|2|on|onto|in [the|my|our] shopping|grocery|groceries list", [
    "add milk to the shopping list",
  ]),
  rule("add|put|write {thing} to|on|onto [the|my|our] groceries|shopping", [
    "put eggs on the groceries",
  ]),
  rule("add|put|write {thing} to|on|onto [the|my|our] list", ["add milk to the list"], ifGroceries),
  rule("[the] shopping|grocery|groceries list :|,|- {thing}", ["shopping list: milk, eggs"]),
  rule("shopping|groceries : {thing}", ["groceries: milk, eggs"]),
  rule("we're|i'm|im|were [all|completely|almost|nearly] out of {thing}", ["we're out of milk"]),
  rule("we|i are|am [all|completely|almost|nearly] out of {thing}", ["we are out of milk"]),
  rule("[we|i] ran out of {thing}", ["we ran out of milk"]),
  rule("[we|i|we've|i've] [have] run out of {thing}", ["we have run out of milk"]),
  rule("add|put to|on|onto [the|my|our] shopping|grocery list [:|,|-] {thing}", [
    "add to the shopping list milk and eggs",
  ]),
  rule("we're|i'm|im|we [are|running|getting] low on {thing}", ["we're low on milk"]),
  rule(
    "[we] need|needs [some|more] {thing} from|at the store|supermarket|shop|shops|market|grocery",
    ["we need milk from the store"],
  ),
  rule("[all] out of {thing}", ["out of milk"], ifGroceries),
  rule("[running|getting] low on {thing}", ["running low on milk"], ifGroceries),
  rule("we need [some] [more] {thing}", ["we need milk and eggs"], ifGroceries),
  rule("add|put|write|stick {thing} list", ["add tent to the camping list"], onNamedList),
];

/** Returns what "buy milk, eggs and bread" buys, each with a capital; nothing for other tasks. */
export function shoppingIn({ tokens, choice }: Reading, text: string): string[] {
  if (choice || tokens.length > maxTokens) return [];
  const said = removeFillerWords(tokens);
  const verb = buyingVerbs.has(said[0]?.word ?? "") ? (said[1]?.word === "up" ? 2 : 1) : 0;
  const items = splitItems(said.slice(verb));
  return items.length > 0 && items.every(isGrocery) && (verb > 0 || items.length > 1)
    ? items.map((item) => writeItem(item, text))
    : [];
}

const maxTokens = 60;
const buyingVerbs = wordSet("buy get grab pick order need");

export function writeItem(item: Token[], text: string): string {
  const words = text.slice(item[0]!.start, item.at(-1)!.end);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function onShopping({ thing }: Found): Listed {
  return { thing: thing!, list: "Shopping" };
}

const maxWordsOfName = 4;
const ownWords = wordSet("the my our this");
/** "Add it to my to-do list" is about a task. */
const notLists = wordSet("to do todo task tasks this that");

/** "tent to the camping": the last "to" leads to the list's name. */
function onNamedList({ thing }: Found, { text, reading: { tokens } }: Sentence): Listed | null {
  const { from, to } = thing!;
  const joint = tokens
    .slice(from + 1, to)
    .findLastIndex(({ word }) => ["to", "on", "onto"].includes(word));
  if (joint === -1) return null;
  const at = from + 1 + joint;
  const name = tokens.slice(ownWords.has(tokens[at + 1]?.word ?? "") ? at + 2 : at + 1, to);
  const isName =
    name.length > 0 &&
    name.length <= maxWordsOfName &&
    name.every(({ type, word }) => type === "word" && !notLists.has(word));
  return isName ? { thing: { from, to: at }, list: writeItem(name, text) } : null;
}

function ifGroceries(found: Found, sentence: Sentence): Listed | null {
  const items = splitItems(sentence.reading.tokens.slice(found.thing!.from, found.thing!.to));
  return items.every(isGrocery) ? onShopping(found) : null;
}

/** Returns the items that are typed on a list: "milk, eggs and bread" are three. */
export function itemsIn(text: string): string[] {
  return text
    .split(/[\r\n]+/)
    .map((line) => line.replace(listMark, "").replace(/[.,;:!\s]+$/, ""))
    .flatMap((line) => splitItems(tokenize(line)).map((item) => writeItem(item, line)));
}

/** "- ", "* " or "[ ] " before an item. */
const listMark = /^[\s\-*\u2022\u2013]*(?:\[[ x]?\]\s*)?/i;

/** "Milk, eggs and bread" are three; "mac and cheese" is one. */
export function splitItems(tokens: Token[]): Token[][] {
  const items: Token[][] = [[]];
  for (const [at, token] of tokens.entries()) {
    const isJoint =
      [",", "and", "&", "+", "plus", ";", "\n"].includes(token.word) &&
      !wordPairs.has(`${tokens[at - 1]?.word} ${tokens[at + 1]?.word}`) &&
      !isDecimalComma(tokens, at);
    if (isJoint) items.push([]);
    else items.at(-1)!.push(token);
  }
  return items
    .map((item) =>
      item.slice(
        item.findIndex(({ word }) => !["some", "more", "the", "a", "an", "any"].includes(word)),
      ),
    )
    .filter((item) => item.some(({ type, word }) => type !== "symbol" || isPicture(word)));
}

/** "🥛" says enough. */
const isPicture = (word: string) => /\p{Extended_Pictographic}/u.test(word);

/** "1,5 kg" is one amount. */
const isDecimalComma = (tokens: Token[], at: number): boolean =>
  tokens[at]!.word === "," &&
  tokens[at - 1]?.end === tokens[at]!.start &&
  tokens[at + 1]?.start === tokens[at]!.end &&
  [tokens[at - 1], tokens[at + 1]].every((token) => token?.type === "number");

function isGrocery(item: Token[]): boolean {
  const last = item.findLast(({ type }) => type === "word")?.word ?? "";
  return groceryKinds.has(last) || singulars(last).some((word) => groceries.has(word));
}

const singulars = (word: string) => [
  word,
  word.replace(/s$/, ""),
  word.replace(/es$/, ""),
  word.replace(/ies$/, "y"),
];

export const readItems = createSentenceReader(itemRules);
