import { dayParts } from "#app/domain/understanding/lexicon/calendar.ts";
import { isErrand, verbParticles } from "#app/domain/understanding/lexicon/errands.ts";
import {
  askingVerbs,
  finiteVerbs,
  listHeadingWords,
  pastVerbs,
  reasonWords,
  subjectPronouns,
} from "#app/domain/understanding/lexicon/letters.ts";
import { kinshipWords } from "#app/domain/understanding/lexicon/names.ts";
import { contactVerbs } from "#app/domain/understanding/lexicon/several/errand-pairs.ts";
import { wordSet } from "#app/domain/understanding/lexicon/word-set.ts";
import type { Reading } from "#app/domain/understanding/resolve/reading.ts";
import type { TimePhrase } from "#app/domain/understanding/types.ts";
import { findRequestStart } from "../request-start.ts";

export interface Range {
  from: number;
  to: number;
}

/** "Monday:", "for Mia:", "Jake:" or "to call:", or the line above a list. */
export interface Heading extends Range {
  type: "day" | "topic" | "person" | "list" | "verb";
}

export const maxHeadingTokens = 9;

/** Returns the type of a heading that is recognized without a list after it. */
export function headingType(reading: Reading, from: number, to: number): Heading["type"] | null {
  const { tokens, timeAt } = reading;
  if (to <= from || to - from > maxHeadingTokens) return null;
  const times = timeAt.slice(from, to);
  const isDay = (time: TimePhrase | undefined) =>
    time && !time.when.clock && (time.when.day ?? time.when.part);
  const saysNothing = (at: number) =>
    tokens[at]!.type === "symbol" || listHeadingWords.has(tokens[at]!.word);
  const isRemark =
    isDay(times[0]) && ["is", "'s", "looks"].includes(tokens[times[0]!.to]?.word ?? "");
  if (isRemark && times.slice(times[0]!.to - from).every((time) => !time)) return "day";
  if (
    times.some(isDay) &&
    times.every((time, index) => isDay(time) || (!time && saysNothing(from + index)))
  )
    return "day";
  const first = tokens[from]!.word;
  if (to - from === 1 && first in dayParts) return "list";
  // "Before we leave Friday:".
  if (["before", "after", "by", "when", "once"].includes(first) && isDay(timeAt[to - 1]))
    return "day";
  if (["before", "after", "once", "until"].includes(first) && to - from > 2 && !times.some(Boolean))
    return "topic";
  if (first === "for" && to - from > 1 && !times.some(Boolean)) return "topic";
  return typeOfPerson(reading, from, to);
}

function typeOfPerson(
  { tokens, scan }: Reading,
  from: number,
  to: number,
): "person" | "topic" | null {
  const [first, second] = [tokens[from]!.word, tokens[from + 1]?.word ?? ""];
  const isPerson =
    scan.names.has(first) ||
    scan.assigneeNames.has(first) ||
    kinshipWords.has(first) ||
    first === "me";
  if (to - from === 1) return isPerson ? "person" : null;
  if (to - from === 2 && second === "'s") return isPerson ? "topic" : null;
  // "Omar's list".
  const isList =
    second === "'s" && tokens.slice(from + 2, to).every(({ word }) => listHeadingWords.has(word));
  if (isList && isPerson) return scan.assigneeNames.has(first) ? "person" : "topic";
  return to - from === 2 && first === "my" && kinshipWords.has(second) ? "person" : null;
}

/**
 * "To call: the dentist, Grandma": the verb of all that follows; "to do" and "to buy" alone head a
 * list.
 */
export function verbIn({ tokens }: Reading, { from, to }: Range): Range | null {
  const isNeed =
    ["need", "have", "remember"].includes(tokens[from]!.word) && tokens[from + 1]?.word === "to";
  const start = isNeed ? from + 2 : tokens[from]!.word === "to" ? from + 1 : from;
  const verb = tokens[start]?.word ?? "";
  const isVerb =
    isErrand(verb) && verb !== "do" && !["appointments", "list", "plan", "schedule"].includes(verb);
  const isWhole =
    to - start === 1 || (to - start === 2 && verbParticles.has(tokens[start + 1]!.word));
  return isVerb && isWhole ? { from: start, to } : null;
}

/** After "to buy" things are one request, after "to call" people are not. */
export function isListingVerb({ tokens }: Reading, { from }: Range): boolean {
  return !contactVerbs.has(tokens[from]!.word);
}

/**
 * "Movie night tonight: popcorn, blankets", "school stuff: form due Friday, call the office": a
 * name before a list.
 */
export function titleType(
  reading: Reading,
  from: number,
  at: number,
  to: number,
): "day" | "topic" | null {
  if (at <= from || at - from > maxHeadingTokens) return null;
  if (reading.tokens.slice(from, at).some(({ word }) => [":", ";", ","].includes(word)))
    return null;
  const isTime = reading.timeAt[from]?.from === from && reading.timeAt[from].to === at;
  if (!isTime && isTelling(reading, from, at)) return null;
  const items = itemsIn(reading, at + 1, to);
  if (items.length < 2 || items.some((item) => !isItem(reading, item))) return null;
  const times = reading.timeAt.slice(from, at);
  const isTimed = times.some((time) => time?.when.day ?? time?.when.clock ?? time?.when.part);
  const isShopping = reading.tokens.slice(from, at).some(({ word }) => shoppingWords.has(word));
  if (isTimed) return isShopping && !isTime ? null : "day";
  return items.filter((item) => isRequest(reading, item)).length > 1 ? "topic" : null;
}

const shoppingWords =
  wordSet(`groceries grocery shopping store supermarket market menu costco target walmart aldi tesco lidl ikea walgreens cvs
  breakfast lunch dinner`);

/** "Turn in: the form by Friday, the log on Monday". */
export function hasDatedItems(reading: Reading, at: number): boolean {
  const { tokens, timeAt } = reading;
  const end = tokens.findIndex(
    ({ startsLine, word }, index) => index > at && (startsLine || word === "."),
  );
  const items = itemsIn(reading, at + 1, end < 0 ? tokens.length : end);
  return (
    items.length > 1 &&
    items.every(({ from, to }) => timeAt.slice(from, to).some((time) => time?.when.day))
  );
}

function itemsIn({ tokens }: Reading, from: number, to: number): Range[] {
  const items: Range[] = [];
  let start = from;
  for (let at = from; at <= to; at += 1) {
    if (at < to && ![",", ";"].includes(tokens[at]!.word)) continue;
    items.push({ from: start, to: at });
    start = at + 1;
  }
  return items;
}

/** True if it has words of its own, and is not a statement. */
function isItem(reading: Reading, { from, to }: Range): boolean {
  const { tokens, timeAt } = reading;
  const words = tokens
    .slice(from, to)
    .filter(({ type }, at) => type === "word" && !timeAt[from + at]);
  return words.length > 0 && words.length <= maxWordsOfItem && !isTelling(reading, from, to, true);
}

const maxWordsOfItem = 10;

function isRequest(reading: Reading, { from, to }: Range): boolean {
  const isTimed = reading.timeAt.slice(from, to).some((time) => time?.role === "due");
  return isTimed || findRequestStart(reading, from, to)?.type === "errand";
}

/** "The trip is on Friday" and "pack for camp" name no list. */
function isTelling(reading: Reading, from: number, to: number, mayOrder = false): boolean {
  const words = reading.tokens.slice(from, to).map(({ word }) => word);
  const isPast = (word: string, at: number) => pastVerbs.has(word) && !(at === 0 && isErrand(word));
  if (subjectPronouns.has(words[0]!) || reasonWords.has(words[0]!)) return true;
  if (
    words.some(
      (word, at) => finiteVerbs.has(word) || isPast(word, at) || (at > 0 && askingVerbs.has(word)),
    )
  )
    return true;
  const isOrder = isErrand(words[0]!) || (words[0] === "to" && isErrand(words[1] ?? ""));
  return !mayOrder && (isOrder || findRequestStart(reading, from, to)?.type === "errand");
}

/** "Jen: salad. Mark: drinks. Us: lasagna": the colons after names that share a shape. */
export function findParallelMarks(reading: Reading): ReadonlySet<number> {
  const { tokens, timeAt } = reading;
  const marks: { at: number; name: string }[] = [];
  let start = 0;
  for (const [at, { word, startsLine }] of tokens.entries()) {
    if (startsLine) start = at;
    if (["-", "•", "*"].includes(word) && at === start) start = at + 1;
    // "Omar - trash tonight. Me - lunches".
    const isDoer =
      word === "-" && !tokens[at]!.isAttached && at === start + 1 && isDoerAt(reading, start);
    if ((word === ":" || isDoer) && !timeAt[at] && at > start && at - start <= maxNameTokens) {
      const isName = (each: number) => tokens[each]!.type === "word" && !timeAt[each];
      const name = tokens.slice(start, at).map((token) => token.word);
      const isNamed =
        name.every((_, index) => isName(start + index)) && !name.some((each) => noNames.has(each));
      const end = endOfSentence(reading, at + 1);
      if (
        isNamed &&
        end > at + 1 &&
        end - at <= maxWordsOfItem + 2 &&
        !isTelling(reading, at + 1, end, true)
      )
        marks.push({ at, name: name.join(" ") });
    }
    if ([".", ";", "!", "?", ",", "-"].includes(word)) start = at + 1;
  }
  const isParallel = new Set(marks.map(({ name }) => name)).size > 1;
  return new Set(isParallel ? marks.map(({ at }) => at) : []);
}

function isDoerAt({ tokens, scan }: Reading, at: number): boolean {
  return scan.assigneeNames.has(tokens[at]!.word) || ["me", "us", "you"].includes(tokens[at]!.word);
}

const maxNameTokens = 2;
/** Headings that belong to an invitation or a letter. */
const noNames =
  wordSet(`when where what who why how time date place location cost price bring wear note reminder ps re fyi
  subject from to cc sent rsvp attached dear hi hello please update important urgent do don't todo attention`);

function endOfSentence({ tokens }: Reading, from: number): number {
  const end = tokens.findIndex(
    ({ word, startsLine }, at) =>
      at >= from && ((at > from && startsLine) || [".", ";", "!", "?", ","].includes(word)),
  );
  return end < 0 ? tokens.length : end;
}
