import { dayParts } from "../../lexicon/calendar.ts";
import { listHeadingWords } from "../../lexicon/letters.ts";
import { kinshipWords } from "../../lexicon/names.ts";
import { wordSet } from "../../lexicon/word-set.ts";
import type { Reading } from "../../resolve/reading.ts";
import type { TimePhrase } from "../../types.ts";
import { readLeadIn } from "../lead-in.ts";
import { findRequestStart } from "../request-start.ts";
import { findListItems } from "./list-items.ts";

interface Range {
  from: number;
  to: number;
}

/** "Monday:", "for Mia:" or "Jake:", or the line above a list. */
export interface Heading extends Range {
  type: "day" | "topic" | "person" | "list";
}

/** A line, or a part of one, with the headings that go for it. */
export interface Section extends Range {
  headings: Heading[];
}

/**
 * Finds headings: a day alone on a line or before a colon, and "for Mia:" or "Jake:" before a colon. A day goes for all
 * until the next one; a topic on its own line likewise, and within a line until the line ends.
 */
export function findSections(text: string, reading: Reading): Section[] {
  const lines = linesOf(text, reading);
  const sections: Section[] = [];
  let day: Heading | undefined;
  let topic: Heading | undefined;
  for (const [index, line] of lines.entries()) {
    const alone = index < lines.length - 1 ? headingAlone(reading, line) : null;
    if (alone?.type === "day") [day, topic] = [alone, undefined];
    else if (alone) topic = alone;
    if (alone) continue;
    let within: Heading | undefined;
    for (const { heading, from, to } of piecesOf(reading, line)) {
      if (heading?.type === "day") [day, topic] = [heading, undefined];
      else if (heading) within = heading;
      const headings = [day, within ?? topic].filter((one) => one !== undefined);
      if (hasWords(reading, from, to) && !isTalk(reading, from, to)) sections.push({ from, to, headings });
    }
  }
  return sections;
}

interface Line extends Range {
  isMarked: boolean;
}

function linesOf(text: string, { scan, tokens }: Reading): Line[] {
  const starts = [...findListItems(text, scan)];
  return starts
    .map(([, { next, isMarked }], index) => ({ from: next, to: starts[index + 1]?.[0] ?? tokens.length, isMarked }))
    .filter(({ from, to }) => to > from);
}

function headingAlone(reading: Reading, { from, to, isMarked }: Line): Heading | null {
  const end = reading.tokens[to - 1]!.word === ":" ? to - 1 : to;
  const type = isMarked ? null : headingType(reading, from, end);
  if (!type || (end === to && type !== "day")) return null;
  return { from, to: end, type };
}

/** Cuts a line before each "Jake:" in it. */
function piecesOf(reading: Reading, { from, to }: Range): (Range & { heading?: Heading })[] {
  const pieces: (Range & { heading?: Heading })[] = [{ from, to }];
  for (let at = from; at < to - 1; at += 1) {
    if (!isHeadingMark(reading, from, to, at) || reading.tokens[at + 1]!.isAttached) continue;
    const last = pieces.at(-1)!;
    const start = segmentStart(reading, last.from, at);
    const isTitle = start === from && last.from === from && startsWithOrder(reading, at + 1, to);
    const isListed = start === from && last.from === from && isListName(reading, start, at);
    const isTopic = start === from && last.from === from && isSomeonesTopic(reading, from, at, to);
    const isParallel = pieces.length > 1 && at - start < 3 && reading.tokens[start - 1]?.word === ".";
    const type =
      headingType(reading, start, at) ?? (isTopic || isParallel ? "topic" : isTitle || isListed ? "list" : null);
    if (!type) continue;
    last.to = start;
    // "School stuff -> Finn: hat day".
    const isTitled = start > from && last.from === from && ["-", ">"].includes(reading.tokens[start - 1]!.word);
    if (isTitled && !reading.timeAt.slice(from, start).some(Boolean)) last.from = start;
    pieces.push({ from: at + 1, to, heading: { from: start, to: at, type } });
  }
  return pieces.filter((piece) => piece.to > piece.from);
}

/** "Monday: swimming kit", and with "-" only at the start of a line. */
function isHeadingMark(reading: Reading, from: number, to: number, at: number): boolean {
  const { tokens, timeAt } = reading;
  if (tokens[at]!.word === ":") return true;
  if (tokens[at]!.word !== "-" || tokens[at]!.isAttached || at <= from) return false;
  return timeAt[from]?.to === at || (at - from <= maxHeadingTokens && startsWithOrder(reading, at + 1, to));
}

/** "Finn's tests: math on the 11th, art on the 13th". */
function isSomeonesTopic({ tokens, timeAt, scan }: Reading, from: number, at: number, to: number): boolean {
  const isOwned = scan.names.has(tokens[from]!.word) && tokens[from + 1]?.word === "'s";
  if (!isOwned || at - from > maxHeadingTokens || timeAt.slice(from, at).some(Boolean)) return false;
  const ends = [...tokens.keys()].filter((end) => end > at && end < to && tokens[end]!.word === ",");
  const items = [...ends, to].map((end, index) => ({ from: index > 0 ? ends[index - 1]! : at, to: end }));
  return items.length > 1 && items.every((item) => timeAt.slice(item.from, item.to).some((time) => time?.when.day));
}

/** "Party prep: order the cake, buy balloons". */
function startsWithOrder(reading: Reading, from: number, to: number): boolean {
  const comma = reading.tokens.findIndex(({ word }, at) => at > from && at < to && word === ",");
  if (comma < 0 || comma + 1 >= to) return false;
  const isOrder = (at: number) => findRequestStart(reading, at, to, false)?.type === "errand";
  return isOrder(from) && isOrder(comma + 1);
}

/** "To do: bank, post office", but not "shopping list: milk, eggs". */
function isListName({ tokens }: Reading, from: number, to: number): boolean {
  const words = tokens.slice(from, to).map(({ word }) => word);
  return words.every((word) => listHeadingWords.has(word)) && words.some((word) => listNames.has(word));
}

const listNames = wordSet("do todo todos tasks errands plan plans agenda schedule");
const maxHeadingTokens = 7;

function segmentStart({ tokens, timeAt }: Reading, from: number, to: number): number {
  for (let at = to - 1; at >= Math.max(from, to - maxHeadingTokens); at -= 1) {
    // "Mon, Wed, Fri: gym".
    if (timeAt[at]?.when.repetition) continue;
    if ([",", ";", ".", "-", ">", "and", "&", "then"].includes(tokens[at]!.word)) return at + 1;
  }
  return Math.max(from, to - maxHeadingTokens);
}

function headingType(reading: Reading, from: number, to: number): Heading["type"] | null {
  const { tokens, timeAt, scan } = reading;
  if (to <= from || to - from > maxHeadingTokens) return null;
  const times = timeAt.slice(from, to);
  const isDay = (time: TimePhrase | undefined) => time && !time.when.clock && (time.when.day ?? time.when.part);
  const saysNothing = (at: number) => tokens[at]!.type === "symbol" || listHeadingWords.has(tokens[at]!.word);
  const isRemark = isDay(times[0]) && ["is", "'s", "looks"].includes(tokens[times[0]!.to]?.word ?? "");
  if (isRemark && times.slice(times[0]!.to - from).every((time) => !time)) return "day";
  if (times.some(isDay) && times.every((time, index) => isDay(time) || (!time && saysNothing(from + index))))
    return "day";
  const [first, second] = [tokens[from]!.word, tokens[from + 1]?.word ?? ""];
  if (to - from === 1 && first in dayParts) return "list";
  // "Before we leave Friday:".
  if (["before", "after", "by", "when", "once"].includes(first) && isDay(timeAt[to - 1])) return "day";
  if (["before", "after", "once", "until"].includes(first) && to - from > 2 && !times.some(Boolean)) return "topic";
  if (first === "for" && to - from > 1 && !times.some(Boolean)) return "topic";
  const isPerson = scan.names.has(first) || scan.assigneeNames.has(first) || kinshipWords.has(first) || first === "me";
  if (to - from === 1) return isPerson ? "person" : null;
  if (to - from === 2 && second === "'s") return isPerson ? "topic" : null;
  return to - from === 2 && first === "my" && kinshipWords.has(second) ? "person" : null;
}

/** The "right" of "Right, this afternoon: …". */
function isTalk(reading: Reading, from: number, to: number): boolean {
  return !reading.timeAt.slice(from, to).some(Boolean) && readLeadIn(reading, from, to).at >= to;
}

function hasWords({ tokens }: Reading, from: number, to: number): boolean {
  return tokens.slice(from, to).some(({ type }) => type !== "symbol");
}
