import type { Scan } from "#app/domain/understanding/grammar/engine/types.ts";
import { connectingWords } from "#app/domain/understanding/lexicon/connecting.ts";
import { isErrand } from "#app/domain/understanding/lexicon/errands.ts";
import type { Token } from "#app/domain/understanding/types.ts";

interface ListItem {
  next: number;
  isMarked: boolean;
}

const checkboxes = "☐□✅☑✔⬜";
const bullets = new Set(`-*•·▪◦‣${checkboxes}`);

/**
 * Maps the first token of each line and list item: "- call the school", "1. call the school 2. buy
 * milk".
 */
export function findListItems(text: string, { tokens }: Scan): ReadonlyMap<number, ListItem> {
  const known = found.get(tokens) ?? readListItems(text, tokens);
  found.set(tokens, known);
  return known;
}

/** Caches the items, because sentences, headings and boundaries all ask for them. */
const found = new WeakMap<Token[], ReadonlyMap<number, ListItem>>();

function readListItems(text: string, tokens: Token[]): Map<number, ListItem> {
  const items = new Map<number, ListItem>();
  let [bullet, lastNumber] = [repeatedBullet(tokens), 0];
  const isCounted = isCountedAloud(tokens);
  const listStart = startOfNumbers(tokens);
  const boxes = [...tokens.keys()].filter((at) => skipCheckbox(tokens, at) > at);
  const emojis = emojiMarks(tokens);
  const isToldInOrder = ["first", "second"].every((word) =>
    tokens.some(
      (token, at) =>
        token.word === word && tokens[at + 1]?.word === "," && startsSentence(tokens, at),
    ),
  );
  for (let at = 0; at < tokens.length; at += 1) {
    const isNewLine = at === 0 || hasLineBreak(text, tokens[at - 1]!, tokens[at]!);
    const label = labelAt(tokens, at);
    if (isCounted && isCountedItem(tokens, at, lastNumber + 1)) {
      items.set(at, { next: skipNumber(tokens, at), isMarked: true });
      lastNumber += 1;
    } else if (
      isToldInOrder &&
      startsSentence(tokens, at) &&
      tokens[at]!.word === ordinals[lastNumber]
    ) {
      items.set(at, { next: at + 1 + (tokens[at + 1]?.word === "," ? 1 : 0), isMarked: true });
      lastNumber += 1;
    } else if (
      label !== null &&
      (isNewLine || isNextNumber(label.number, lastNumber, tokens[at - 1]!, at === listStart))
    ) {
      items.set(at, { next: label.next, isMarked: true });
      lastNumber = label.number;
    } else if (boxes.length > 1 && boxes.includes(at)) {
      items.set(at, { next: skipCheckbox(tokens, at), isMarked: true });
    } else if (isBullet(tokens, at) && (isNewLine || isSameMark(tokens[at]!.word, bullet))) {
      items.set(at, { next: skipCheckbox(tokens, at + 1), isMarked: true });
      bullet = tokens[at]!.word;
    } else if (emojis.has(at)) {
      items.set(at, { next: skipAttached(tokens, at + 1), isMarked: true });
    } else if (isNewLine) {
      const next = skipCheckbox(tokens, at);
      items.set(at, { next, isMarked: next > at });
    }
  }
  return items;
}

function hasLineBreak(text: string, before: Token, token: Token): boolean {
  return !token.isAttached && /[\n\r\u2028\u2029]/.test(text.slice(before.end, token.start));
}

/** "1 call the vet 2 buy salt", "number one call the vet number two buy salt". */
function isCountedAloud(tokens: Token[]): boolean {
  const first = tokens.findIndex((_, at) => at < maxTokensToFirst && isCountedItem(tokens, at, 1));
  return first >= 0 && tokens.some((_, at) => at > first && isCountedItem(tokens, at, 2));
}

function isCountedItem(tokens: Token[], at: number, number: number): boolean {
  const next = skipNumber(tokens, at);
  const token = tokens[next - 1];
  const isNumber =
    token?.text === String(number) ||
    (token !== undefined && token.word === numbersAloud[number - 1]);
  return isNumber && isErrand(tokens[next]?.word ?? "");
}

function skipNumber(tokens: Token[], at: number): number {
  return tokens[at]?.word === "number" ? at + 2 : at + 1;
}

/** "Three things, one …". */
const maxTokensToFirst = 4;
const numbersAloud = [
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
];

function isSameMark(mark: string, bullet: string): boolean {
  return (
    mark === bullet || (bullet !== "" && checkboxes.includes(mark) && checkboxes.includes(bullet))
  );
}

/**
 * "NEWS * We finished our unit! * Please send in a shirt": in a line only marks that are no dashes.
 */
function repeatedBullet(tokens: Token[]): string {
  const marks = tokens.filter(
    ({ word }, at) => bullets.has(word) && word !== "-" && isBullet(tokens, at),
  );
  return (
    marks.find(({ word }, at) => marks.findIndex((mark) => mark.word === word) !== at)?.word ?? ""
  );
}

/**
 * "🧺 wash the bags" and "🚗 vacuum" on lines of their own, or the first emoji again: "👉 call Rose
 * 👉 pay rent".
 */
function emojiMarks(tokens: Token[]): Set<number> {
  const emojis = [...tokens.keys()].filter((at) => isEmoji(tokens[at]!) && at < tokens.length - 1);
  const leading = emojis.filter((at) => at === 0 || tokens[at]!.startsLine);
  const repeated =
    leading[0] === 0 ? emojis.filter((at) => tokens[at]!.word === tokens[0]!.word) : [];
  const marks = leading.length > 1 ? leading : repeated.length > 1 ? repeated : [];
  return new Set(marks);
}

const isEmoji = ({ word }: Token) => /^\p{Extended_Pictographic}$/u.test(word);

/** Skin tones and the like, which belong to the emoji before them. */
function skipAttached(tokens: Token[], from: number): number {
  let at = from;
  while (at < tokens.length - 1 && tokens[at]!.isAttached && tokens[at]!.type === "symbol") at += 1;
  return at;
}

/** "Can you 1. order the cake 2. call Rose". */
function startOfNumbers(tokens: Token[]): number {
  const isItem = (at: number, number: number) =>
    labelAt(tokens, at)?.number === number &&
    isErrand(tokens[labelAt(tokens, at)!.next]!.word) &&
    !connectingWords.has(tokens[at - 1]!.word);
  const start = tokens.findIndex((_, at) => at > 0 && isItem(at, 1));
  return start > 0 && tokens.some((_, at) => at > start && isItem(at, 2)) ? start : -1;
}

/** "First, the gutters. Second, …". */
const ordinals = ["first", "second", "third", "fourth", "fifth"];

function startsSentence(tokens: Token[], at: number): boolean {
  return (
    at === 0 || tokens[at]!.startsLine || [".", "!", "?", ":", ";"].includes(tokens[at - 1]!.word)
  );
}

interface Label {
  number: number;
  next: number;
}

/** "1.", "2)", "(3)", and of letters "a)", "(b)", with a space after them. */
function labelAt(tokens: Token[], at: number): Label | null {
  const isOpen = tokens[at]!.word === "(";
  const start = isOpen ? at + 1 : at;
  const [label, close, next] = [tokens[start], tokens[start + 1], tokens[start + 2]];
  if (!label || !close?.isAttached || !next || next.isAttached) return null;
  if (label.isAttached && !isOpen && at > 0) return null;
  const number = label.type === "number" && label.text.length < 3 ? Number(label.text) : 0;
  const letter = label.text.length === 1 ? letters.indexOf(label.word) + 1 : 0;
  const isDot = close.word === "." && !isOpen;
  const isMarked = close.word === ")" || (isDot && (number > 0 || tokens[at]!.startsLine));
  return isMarked && number + letter > 0 ? { number: number + letter, next: start + 2 } : null;
}

const letters = "abcdefghij";

/** Within a line a list starts with 1 after a colon; "pick up Ben at 1. Then …" is not a list. */
function isNextNumber(
  number: number,
  lastNumber: number,
  before: Token,
  opensList: boolean,
): boolean {
  return number === lastNumber + 1 && (lastNumber > 0 || before.word === ":" || opensList);
}

function isBullet(tokens: Token[], at: number): boolean {
  const [mark, next] = [tokens[at]!, tokens[at + 1]];
  if (!bullets.has(mark.word) || !next || next.type === "symbol")
    return next?.word === "[" && bullets.has(mark.word);
  return at === 0 || !mark.isAttached;
}

/** "[ ] call the school", "[x] buy milk". */
function skipCheckbox(tokens: Token[], at: number): number {
  if (tokens[at]?.word !== "[") return at;
  const end = [at + 1, at + 2].find((index) => tokens[index]?.word === "]");
  return end !== undefined && end + 1 < tokens.length ? end + 1 : at;
}
