import type { Scan } from "../grammar/engine/types.ts";
import { canStartTime, readLimit, readTail } from "../grammar/grammar.ts";
import { partThings } from "../grammar/times/day-parts.ts";
import { connectingWords, quantityContexts } from "../lexicon/connecting.ts";
import { isErrand } from "../lexicon/errands.ts";
import { appointmentWords, eventWords } from "../lexicon/occasions.ts";
import { wordSet } from "../lexicon/word-set.ts";
import type { TimePhrase, Token, When } from "../types.ts";
import { retractionBefore } from "./corrections.ts";
import {
  findFirstHour,
  findHourRange,
  findLastHour,
  isBeforeThing,
  isHourBeforeThing,
  isHourBeforeThings,
  withHourBefore,
  mayBeHourOf,
} from "./guessed-hours.ts";
import { joinWhen, mayJoinNeighbor, mayLead } from "./join.ts";
import { type Piece, readPiece, strongerCue } from "./read-piece.ts";
import { findQuoted } from "./quotations.ts";
import { readRestOfRepetition, withAdjective, withLimit, withTimesApart } from "./repeats.ts";
import { roleOf } from "./roles.ts";
import { readNamedDay } from "./unreadable-days.ts";

interface TimePhrases {
  phrases: TimePhrase[];
  /** Days that are past, impossible or unreadable. */
  unusable: TimePhrase[];
}

export function findTimePhrases(scan: Scan): TimePhrases {
  const phrases: TimePhrase[] = [];
  const unusable: TimePhrase[] = [];
  const isQuoted = findQuoted(scan.tokens);
  let at = 0;
  while (at < scan.tokens.length) {
    const last = phrases.at(-1);
    const correctsLast = last !== undefined && (retractionBefore(scan, at) ?? 0) >= last.to;
    const isCandidate = !isQuoted[at] && canStartTime(scan.tokens[at]!);
    const end = isCandidate && last?.when.repetition && !last.when.end ? readLimit(scan, at) : null;
    if (
      last &&
      end &&
      last.to < at &&
      end.value.type !== "lasting" &&
      scan.tokens[at]!.word !== "but"
    ) {
      // "Every Tuesday take out the trash until June 30".
      phrases.splice(-1, 1, { ...last, when: withLimit(last.when, end.value) });
      phrases.push({ from: at, to: end.next, when: {}, cue: null, role: last.role });
      at = end.next;
      continue;
    }
    const phrase =
      isCandidate && (readPhrase(scan, at, correctsLast, phrases) ?? readNamedDay(scan, at));
    if (phrase && phrase.when.blocks) unusable.push(phrase);
    else if (phrase && phrase.role !== "none") phrases.push(phrase);
    at = phrase ? phrase.to : at + 1;
  }
  const guessed =
    findLastHour(scan, phrases) ?? findFirstHour(scan, phrases) ?? findHourRange(scan, phrases);
  const all = guessed
    ? [...phrases, guessed].toSorted((one, other) => one.from - other.from)
    : phrases;
  return { phrases: withHourBefore(scan, withTimesApart(withAdjective(scan, all))), unusable };
}

/** Joins pieces as long as they mean different things: a day, a clock time, a part of the day. */
function readPhrase(
  scan: Scan,
  from: number,
  correctsLast: boolean,
  before: TimePhrase[],
): TimePhrase | null {
  const last = before.at(-1);
  const isDayFirst =
    before[0]?.from === 0 && before[0].when.day !== undefined && !before[0].when.clock;
  const first = readPiece(scan, from);
  if (!first) return null;
  let { when, to, cue } = withStart(scan, from, first, before);
  let isConfirmed = first.isConfirmed || correctsLast || isHourUnderDay(scan, first);
  while (!when.isIgnored) {
    const nextFrom = skipSeparator(scan, to);
    const mayLimit = when.repetition && scan.tokens[nextFrom] && !scan.tokens[nextFrom].startsLine;
    const limit = mayLimit && readLimit(scan, nextFrom);
    if (limit) {
      when = withLimit(when, limit.value);
      to = limit.next;
      continue;
    }
    const piece = scan.tokens[nextFrom]?.startsLine ? null : readPiece(scan, nextFrom);
    const next = piece && withStart(scan, nextFrom, piece, [{ when }]);
    const both = next && !next.when.isIgnored && joinWhen(when, next.when);
    if (both && startsAnother(scan, when, nextFrom, next.to, next.when, last, isDayFirst)) break;
    if (!both || !(isConfirmed || next.isConfirmed)) break;
    if (isSmallNumber(first, isConfirmed, next.when) || isSmallNumber(next, next.isConfirmed, when))
      break;
    const isListed =
      scan.list === "agenda" && next.when.needs === "hour cue" && mayBeHourOf(scan, next.to);
    const isGuessed = !next.isConfirmed && !isListed && !mayJoinNeighbor(scan, next);
    const isAfterDay = when.day && !when.clock && isConfirmed;
    const isPlan = last?.when.day !== undefined && last.when.clock !== undefined;
    if (isGuessed && !(isAfterDay && isHourBeforeThing(scan, next, isPlan))) {
      if (isAfterDay && isHourBeforeThings(scan, next))
        when = { ...when, otherClock: next.when.clock! };
      break;
    }
    if (!isConfirmed && !(mayJoinNeighbor(scan, first) && mayLead(scan, first))) break;
    if (!isConfirmed && first.when.clock && readPiece(scan, next.to)?.when.clock) break;
    const maySayFor = !isConfirmed && from > 0 && scan.tokens[first.readFrom]!.text === "4";
    if (maySayFor && isBeforeThing(scan, next.to)) break;
    when = isGuessed || maySayFor ? { ...both, isHourGuessed: true } : both;
    to = next.to;
    cue = strongerCue(cue, next.cue);
    isConfirmed = true;
  }
  if (!isConfirmed) return null;
  while (readTail(scan, to)) to = readTail(scan, to)!.next;
  if (when.repetition && limitWords.has(scan.tokens[skipSeparator(scan, to)]?.word ?? ""))
    when = { ...when, isUnsure: true };
  const phrase = { from, to, when, cue };
  return readRestOfRepetition(scan, { ...phrase, role: roleOf(scan, phrase) });
}

/** "Watch Cars 3 tonight": nothing is at 3 in the night unless the text says "at". */
function isSmallNumber(
  { when: { clock, needs } }: Piece,
  isConfirmed: boolean,
  beside: When,
): boolean {
  const isBare =
    clock?.half === "bare" && clock.minute === 0 && needs === "hour cue" && !isConfirmed;
  return isBare && clock.hour < 5 && beside.part === "night";
}

/** "Every Tuesday from next week": after a repetition this is its first day. */
function withStart(
  { tokens }: Scan,
  from: number,
  piece: Piece,
  before: Pick<TimePhrase, "when">[],
): Piece {
  const { when, readFrom } = piece;
  const isStart =
    tokens[from]!.word === "from" && readFrom > from && when.day && !when.clock && !when.isRange;
  const isRepeated = before.some((phrase) => phrase.when.repetition);
  return isStart && isRepeated && !when.repetition
    ? { ...piece, when: { ...when, isStartDate: true } }
    : piece;
}

const limitWords = wordSet("except excluding excepting unless until till til but apart other");

/** "Saturday: soccer 9, church 10", "Saturday: 9 dentist". */
function isHourUnderDay({ tokens, list, names }: Scan, { when, readFrom, to }: Piece): boolean {
  const [number, before, after] = [tokens[readFrom]!, tokens[readFrom - 1], tokens[to]];
  if (list && isPartOfPlan(when, before, after)) return true;
  const isAfterPerson = readFrom === 1 && to === 2 && after?.type === "word";
  const isLast = !after || (after.type === "symbol" && to + 1 === tokens.length);
  if (list === "agenda") return when.needs === "hour cue" && (!before || isLast || isAfterPerson);
  if (list !== "day" || when.needs !== "hour cue" || number.type !== "number") return false;
  if (when.isRange && (before || mayBeHourOf({ tokens }, to))) return true;
  if (to === readFrom + 3 && tokens[readFrom + 1]!.word === ".") return true;
  if (to !== readFrom + 1) return false;
  if (!before) return mayBeHourOf({ tokens }, to) && isOfEvent(tokens.slice(to, to + 3), names);
  return isLast && !quantityContexts.has(before.word);
}

/** "Saturday: morning market, afternoon dentist". */
function isPartOfPlan(
  { part, needs }: When,
  before: Token | undefined,
  after: Token | undefined,
): boolean {
  if (!part || needs !== "another time" || before) return false;
  return after?.type === "word" && !connectingWords.has(after.word) && !partThings.has(after.word);
}

/** "Finn game", "dance pictures". */
function isOfEvent(words: Token[], names: Scan["names"]): boolean {
  return words.some(({ word }, at) => appointmentWords.has(word) || (at === 0 && names.has(word)));
}

/**
 * "Call the bank before 5, tomorrow coach the game at 9": a day between a comma and words belongs
 * to what follows.
 */
function startsAnother(
  { tokens }: Scan,
  soFar: When,
  from: number,
  to: number,
  next: When,
  before: TimePhrase | undefined,
  isPlan: boolean,
): boolean {
  // "Monday dentist at 10 Wednesday haircut at 3" names the day first.
  const isDayFirst =
    before?.when.day && !before.when.clock && (startsPart(tokens, before.from) || isPlan);
  // "Mon: pool 9.15, Tue: gym".
  if (tokens[from - 1]?.word === "," && soFar.clock && next.day && tokens[to]?.word === ":")
    return true;
  if ((tokens[from - 1]?.word !== "," && !isDayFirst) || soFar.day || !soFar.clock || !next.day)
    return false;
  const hasOwnTime = tokens
    .slice(to, to + 8)
    .some(({ word }, at) => word === "at" && tokens[to + at + 1]?.type === "number");
  const after = tokens[to]?.word ?? "";
  if (isDayFirst && tokens[to]?.type === "word" && !connectingWords.has(after)) return true;
  return isErrand(after) || eventWords.has(after) || (tokens[to]?.type === "word" && hasOwnTime);
}

function startsPart(tokens: Scan["tokens"], at: number): boolean {
  return at === 0 || [",", ";"].includes(tokens[at - 1]!.word);
}

function skipSeparator(scan: Scan, at: number): number {
  const isSeparator =
    [",", "-", "("].includes(scan.tokens[at]?.word ?? "") && at + 1 < scan.tokens.length;
  return isSeparator ? at + 1 : at;
}
