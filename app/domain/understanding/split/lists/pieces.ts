import { listHeadingWords } from "#app/domain/understanding/lexicon/letters.ts";
import { wordSet } from "#app/domain/understanding/lexicon/word-set.ts";
import type { Reading } from "#app/domain/understanding/resolve/reading.ts";
import { findRequestStart } from "../request-start.ts";
import {
  hasDatedItems,
  type Heading,
  headingType,
  isListingVerb,
  maxHeadingTokens,
  type Range,
  titleType,
  verbIn,
} from "./headings.ts";

interface Piece extends Range {
  heading?: Heading;
  /** A heading with more than a day, for the rest of its line: "Movie night tonight:". */
  isTitle?: boolean;
  /** Before the headings of the line: "This week - Zoe: recorder. Finn: quiz". */
  title?: Heading;
}

/** The colons after parallel names, and those after verbs. */
export interface Marks {
  parallel: ReadonlySet<number>;
  verbs: ReadonlySet<number>;
}

/** Cuts a line before each "Jake:" in it. */
export function piecesOf(reading: Reading, { from, to }: Range, marks: Marks): Piece[] {
  const pieces: Piece[] = [{ from, to }];
  let title: Heading | undefined;
  for (let at = from; at < to - 1; at += 1) {
    if (!isHeadingMark(reading, from, to, at, marks) || reading.tokens[at + 1]!.isAttached)
      continue;
    const last = pieces.at(-1)!;
    const start = segmentStart(reading, last.from, at);
    const found = typeAt(
      reading,
      { from: start, to: at },
      to,
      marks,
      start === from && last.from === from,
    );
    if (!found) continue;
    last.to = start;
    // "Saturday - Omar: windows".
    if (start === last.from && last.heading?.type === "day") title = last.heading;
    // "School stuff -> Finn: hat day".
    const isTitled =
      start > from && last.from === from && ["-", ">"].includes(reading.tokens[start - 1]!.word);
    if (isTitled) last.from = start;
    if (isTitled && reading.timeAt.slice(from, start).some(Boolean))
      title = { from, to: start - 1, type: "day" };
    pieces.push({
      from: at + 1,
      to,
      heading: { from: start, to: at, type: found.type },
      isTitle: found.isTitle,
    });
  }
  return pieces
    .filter((piece) => piece.to > piece.from)
    .map((piece) => ({ ...piece, ...(title && { title }) }));
}

interface FoundType {
  type: Heading["type"];
  isTitle: boolean;
}

function typeAt(
  reading: Reading,
  { from, to: at }: Range,
  to: number,
  marks: Marks,
  isFirst: boolean,
): FoundType | null {
  const strict = headingType(reading, from, at) ?? (marks.verbs.has(at) ? "verb" : null);
  if (strict) return { type: strict, isTitle: false };
  if (marks.parallel.has(at)) return { type: "topic", isTitle: false };
  if (!isFirst) return null;
  const title = titleType(reading, from, at, to);
  if (title === "day") return { type: title, isTitle: true };
  if (isSomeonesTopic(reading, from, at, to)) return { type: "topic", isTitle: true };
  if (startsWithOrder(reading, at + 1, to) || isListName(reading, from, at))
    return { type: "list", isTitle: true };
  return title && { type: title, isTitle: true };
}

/**
 * "To buy: cat litter. To call: the vet, Grandma": several verbs, or one whose objects are apart.
 */
export function findVerbMarks(reading: Reading): ReadonlySet<number> {
  const { tokens } = reading;
  const verbs = new Map<number, Range>();
  for (const [at, { word }] of tokens.entries()) {
    const isMark = word === ":" || (word === "-" && !tokens[at]!.isAttached);
    const from = isMark && at > 0 ? segmentStart(reading, 0, at) : at;
    const verb =
      from < at && (word === ":" || tokens[from]!.word === "to")
        ? verbIn(reading, { from, to: at })
        : null;
    if (verb) verbs.set(at, verb);
  }
  const isKept =
    verbs.size > 1 ||
    [...verbs].some(([at, verb]) => !isListingVerb(reading, verb) || hasDatedItems(reading, at));
  return new Set(isKept ? verbs.keys() : []);
}

/** "Monday: swimming kit", and with "-" only at the start of a line. */
function isHeadingMark(
  reading: Reading,
  from: number,
  to: number,
  at: number,
  marks: Marks,
): boolean {
  const { tokens, timeAt } = reading;
  if (tokens[at]!.word === ":" || marks.parallel.has(at) || marks.verbs.has(at)) return true;
  // "Saturday!! 8:30 game, 11 brunch".
  if (tokens[at]!.word === "!" && tokens[at + 1]?.word !== "!")
    return timeAt[from] !== undefined && isDayUntil(reading, from, at);
  if (tokens[at]!.word !== "-" || tokens[at]!.isAttached || at <= from) return false;
  const start = segmentStart(reading, from, at);
  const isAfterMark = start > from && [".", ";", "!"].includes(tokens[start - 1]!.word);
  if (isAfterMark && timeAt[start]?.from === start && timeAt[start].to === at) return true;
  if (timeAt[from]?.to === at || (at > from + 1 && headingType(reading, from, at) === "person"))
    return true;
  if (at - from > maxHeadingTokens) return false;
  return startsWithOrder(reading, at + 1, to) || titleType(reading, from, at, to) === "day";
}

function isDayUntil({ tokens, timeAt }: Reading, from: number, to: number): boolean {
  const time = timeAt[from]!;
  return (
    time.from === from &&
    !time.when.clock &&
    tokens.slice(time.to, to).every(({ word }) => word === "!")
  );
}

/** "Finn's tests: math on the 11th, art on the 13th". */
function isSomeonesTopic(
  { tokens, timeAt, scan }: Reading,
  from: number,
  at: number,
  to: number,
): boolean {
  const isOwned = scan.names.has(tokens[from]!.word) && tokens[from + 1]?.word === "'s";
  if (!isOwned || at - from > maxHeadingTokens || timeAt.slice(from, at).some(Boolean))
    return false;
  const ends = [...tokens.keys()].filter(
    (end) => end > at && end < to && tokens[end]!.word === ",",
  );
  const items = [...ends, to].map((end, index) => ({
    from: index > 0 ? ends[index - 1]! : at,
    to: end,
  }));
  return (
    items.length > 1 &&
    items.every((item) => timeAt.slice(item.from, item.to).some((time) => time?.when.day))
  );
}

/** "Party prep: order the cake, buy balloons". */
function startsWithOrder(reading: Reading, from: number, to: number): boolean {
  const comma = reading.tokens.findIndex(({ word }, at) => at > from && at < to && word === ",");
  if (comma < 0 || comma + 1 >= to) return false;
  const isOrder = (at: number) => findRequestStart(reading, at, to)?.type === "errand";
  return isOrder(from) && isOrder(comma + 1);
}

/** "To do: bank, post office", but not "shopping list: milk, eggs". */
function isListName({ tokens }: Reading, from: number, to: number): boolean {
  const words = tokens.slice(from, to).map(({ word }) => word);
  return (
    words.every((word) => listHeadingWords.has(word)) && words.some((word) => listNames.has(word))
  );
}

const listNames = wordSet("do todo todos tasks errands plan plans agenda schedule");

function segmentStart({ tokens, timeAt }: Reading, from: number, to: number): number {
  for (let at = to - 1; at >= Math.max(from, to - maxHeadingTokens); at -= 1) {
    // "Mon, Wed, Fri: gym".
    if (timeAt[at]?.when.repetition) continue;
    if ([",", ";", ".", "-", ">", "and", "&", "then"].includes(tokens[at]!.word)) return at + 1;
    if (tokens[at]!.word === "/" && !tokens[at]!.isAttached) return at + 1;
    if (tokens[at]!.startsLine) return at;
  }
  return Math.max(from, to - maxHeadingTokens);
}
