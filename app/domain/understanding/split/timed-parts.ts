import { choreWords, nounLikeVerbs } from "../lexicon/several/chores.ts";
import { determiners, isClearBefore, isErrand, verbParticles } from "../lexicon/errands.ts";
import { askingVerbs, finiteVerbs, pastVerbs } from "../lexicon/letters.ts";
import { kinshipWords } from "../lexicon/names.ts";
import { appointmentWords, eventWords } from "../lexicon/occasions.ts";
import { wordSet } from "../lexicon/word-set.ts";
import type { Reading } from "../resolve/reading.ts";
import type { TimePhrase } from "../types.ts";
import type { RequestStart } from "./request-start.ts";

interface Range {
  from: number;
  to: number;
}

/** "Dentist on Monday and haircut on Wednesday": each part has its own time and its own words. */
export function areTimedApart(reading: Reading, left: Range, right: Range): boolean {
  const [leftTimes, rightTimes] = [timesIn(reading, left), timesIn(reading, right)];
  if (leftTimes.length === 0 || rightTimes.length === 0) return false;
  const isDated = (times: TimePhrase[]) => times.some(({ when }) => when.day ?? when.clock);
  if (!isDated(leftTimes) || !isDated(rightTimes)) return false;
  // "Theo's got swimming on Monday".
  const isPast = ({ word }: { word: string }, at: number, words: { word: string }[]) =>
    pastVerbs.has(word) &&
    !(at === 0 && isErrand(word)) &&
    !(word === "got" && words[at - 1]?.word === "'s");
  // "She forgot her lunch, can you bring it by 1" asks.
  const asked = reading.tokens.findLastIndex(
    ({ word }, at) => at < left.to && askingVerbs.has(word),
  );
  if (reading.tokens.slice(Math.max(left.from, asked + 1), left.to).some(isPast)) return false;
  const words = ownWords(reading, right);
  return (
    words.length > 0 && ownWords(reading, left).length > 0 && !isRemark(reading, left, right, words)
  );
}

function timesIn({ timeAt }: Pick<Reading, "timeAt">, { from, to }: Range): TimePhrase[] {
  const times = timeAt
    .slice(from, to)
    .filter((time) => time?.role === "due" && time.from >= from && time.to <= to);
  return [...new Set(times)].filter((time) => time !== undefined);
}

function ownWords({ tokens, timeAt }: Reading, { from, to }: Range): string[] {
  return tokens
    .slice(from, to)
    .filter(({ type }, at) => type !== "symbol" && !timeAt[from + at])
    .map(({ word }) => word)
    .filter((word) => !emptyWords.has(word));
}

const emptyWords = wordSet(
  "and then also at on by the a an for to please or maybe again back no wait sorry actually rather scratch mean i make that doors open opens start starts begins ends",
);

/** "Pick me up at 3, the train gets in at 2:50" and "…, it starts at 4" ask once. */
function isRemark(
  { tokens, timeAt }: Reading,
  left: Range,
  right: Range,
  words: string[],
): boolean {
  if (words[0] === "be") return !isOwnPlace(tokens, words, right);
  // "And Thursday is library day".
  const isNamed =
    words[0] === "is" ? words.length > 2 : words[1] === "'s" && ["it", "there"].includes(words[0]!);
  if (isNamed && timeAt[skipAnd(tokens, right.from)]?.when.day) return false;
  if (words[0] === "have" && eventWords.has(words[1] ?? "")) return false;
  if (finiteVerbs.has(words[0]!) || words[0] === "am") return true;
  // "First day of school Wednesday, drop off 8.40".
  const hasClock = timesIn({ timeAt }, left).some(({ when }) => when.clock);
  const isSameDay = timesIn({ timeAt }, right).every(({ when }) => !when.day);
  if (!hasClock && isSameDay && words.every((word) => arrivalWords.has(word))) return true;
  const isOwnDeed = words[0] === "i" && isErrand(words[1] ?? "") && words.length > 2;
  if ((pronouns.has(words[0]!) && !isOwnDeed) || words.every((word) => pronouns.has(word)))
    return true;
  // "Hugo's check is Wednesday" has no verb in "check".
  const isOrder =
    !isStatement({ tokens }, left) &&
    tokens.slice(left.from, left.to).some(({ word }) => isErrand(word));
  return (
    isOrder &&
    words.some((word) => finiteVerbs.has(word) && !["has", "have", "needs"].includes(word))
  );
}

const arrivalWords = wordSet("drop off pick up pickup dropoff arrival arrive");

function skipAnd(tokens: Reading["tokens"], from: number): number {
  return tokens[from]?.word === "and" ? from + 1 : from;
}

/**
 * "Be home by 11" as a sentence, and "be at the clinic with Rose"; not "and be home by 6", "be
 * there by 12".
 */
function isOwnPlace(tokens: Reading["tokens"], words: string[], right: Range): boolean {
  const isSentence = [".", ";", "!"].includes(tokens[right.from - 1]?.word ?? "");
  return words.length > 2 || (isSentence && ["home", "back"].includes(words[1] ?? ""));
}

/** "Emma's party is on Saturday, order the cake by Wednesday" orders once. */
function isStatement({ tokens }: Pick<Reading, "tokens">, { from, to }: Range): boolean {
  return (
    !isErrand(tokens[from]!.word) &&
    tokens.slice(from, to).some(({ word }) => word === "is" || word === "are")
  );
}

const pronouns = wordSet("it they he she that this which i we you there");

/**
 * Returns the verb that "pick up Nora at 3, Ben at 4" contains once; null where the second part is
 * complete.
 */
export function sharedVerb(
  reading: Reading,
  start: RequestStart | null,
  right: Range,
): Range | null {
  if (start?.type === "appointment") return sharedAppointment(reading, start, right);
  if (start?.type !== "errand") return null;
  const { tokens, timeAt } = reading;
  // "Pick Zoe up at 4, gretas pills by 6".
  const isParted = tokens
    .slice(start.objectAt + 1, start.objectAt + 3)
    .some(({ word }) => word === "up" || word === "off");
  if (isParted && !verbParticles.has(tokens[start.at + 1]!.word)) return null;
  let at = right.from;
  while (at < right.to && (timeAt[at] || skipped.has(tokens[at]!.word))) at += 1;
  const first = tokens[at];
  if (!first || at >= right.to || first.word === "that" || first.word === "be") return null;
  if (beginsName(reading, start) || happens(reading, at, right.to)) return null;
  // "Take Hugo to the lab, then breakfast with him at 9", "thaw the turkey today, brine it
  // Tuesday".
  const isReference = (word: string, next: number) =>
    ["him", "them", "it"].includes(word) ||
    (word === "her" && (timeAt[next] ?? tokens[next]?.type !== "word"));
  if (tokens.slice(at, right.to).some(({ word }, index) => isReference(word, at + index + 1)))
    return null;
  // Water is a bill after "pay gas", and a verb after "mow the lawn".
  const mayBeBought = buyingVerbs.has(tokens[start.at]!.word) && nounLikeVerbs.has(first.word);
  if (
    (isErrand(first.word) || ["inform", "notify", "service"].includes(first.word)) &&
    !mayBeBought
  )
    return null;
  // "Mow the lawn Saturday, gutters Sunday".
  const isChore = choreWords.has(first.word) && ownWords(reading, right).length === 1;
  if (isChore && !anyVerbs.has(tokens[start.at]!.word)) return null;
  // "Theo needs a white shirt" says what it is about.
  if (finiteVerbs.has(tokens[at + 1]?.word ?? "") && at + 1 < right.to) return null;
  // "Zoe's friend sleeps over".
  const isNarrative = tokens
    .slice(at + 1, right.to - 1)
    .some(
      ({ word }, index) =>
        /^\p{Ll}{3,}[^s]s$/u.test(word) && verbParticles.has(tokens[at + index + 2]!.word),
    );
  if (isNarrative) return null;
  // "Tax the car": words before an article have a verb of their own.
  const isOwnVerb =
    first.type === "word" && /^\p{Ll}/u.test(first.text) && !determiners.has(first.word);
  if (isOwnVerb && ["the", "my", "our"].includes(tokens[at + 1]?.word ?? "")) return null;
  const isAgenda =
    at > right.from && timeAt[right.from] && !determiners.has(first.word) && timeAt[start.at - 1];
  if (isAgenda) return null;
  const isPerson =
    reading.scan.names.has(first.word) ||
    kinshipWords.has(first.word) ||
    ["me", "us"].includes(first.word) ||
    /^\p{Lu}/u.test(first.text);
  const hasDestination = tokens.slice(at, right.to).some(({ word }) => word === "to");
  // "Walk the dog at 5, then pizza in the oven at 6".
  const isNext = tokens.slice(right.from - 1, at).some(({ word }) => word === "then");
  if (isNext && !isPerson && !hasDestination && movingVerbs.has(tokens[start.at]!.word))
    return null;
  const destination = isPerson || hasDestination ? null : destinationOf(reading, start);
  if (destination) return { from: start.at, to: destination };
  const isNamed = at > right.from || !determiners.has(first.word);
  const isComplete = !isPerson && isNamed && isAppointment(reading, at, right.to);
  return isComplete ? null : { from: start.at, to: start.objectAt };
}

/** "Water tanker tomorrow": before a thing without an article, such a word is no verb. */
function beginsName({ tokens, scan }: Reading, { at, objectAt }: RequestStart): boolean {
  const [verb, object] = [tokens[at]!, tokens[objectAt]!];
  if (objectAt !== at + 1 || !nounLikeVerbs.has(verb.word) || sharedVerbs.has(verb.word))
    return false;
  const isPerson =
    scan.names.has(object.word) || kinshipWords.has(object.word) || /^\p{Lu}/u.test(object.text);
  return !isPerson && !determiners.has(object.word) && !isClearBefore(verb.word, object.word);
}

const sharedVerbs = wordSet("order drop call return mail book check");

const anyVerbs = wordSet(
  "clean do get take bring pick drop buy return book schedule call pay wash collect",
);
const buyingVerbs = wordSet("pay buy get order");

/** "Dentist for Theo Monday at 2 and Finn Tuesday at 3:30". */
function sharedAppointment(reading: Reading, { at }: RequestStart, right: Range): Range | null {
  const { tokens, scan } = reading;
  const words = ownWords(reading, right);
  if (words.length !== 1 || !scan.names.has(words[0]!)) return null;
  const name = tokens.findIndex(
    ({ word }, index) => index > at && index < right.from && scan.names.has(word),
  );
  if (tokens[name - 1]?.word !== "for") return null;
  // "Dentist 11/17 at 8:20 for Zoe, 11/17 at 9 for Finn".
  const saysFor = tokens.slice(right.from, right.to).some(({ word }) => word === "for");
  return { from: at, to: saysFor ? at + 1 : name };
}

/** "Greta's flight lands Wednesday". */
function happens({ tokens }: Reading, from: number, to: number): boolean {
  return tokens.slice(from + 1, to).some(({ word }) => happeningVerbs.has(word));
}

const happeningVerbs = wordSet(
  "lands arrives departs leaves starts begins ends opens closes boards",
);

const skipped = new Set(["and", "then", ",", "also", "to", "from"]);

function isAppointment({ tokens, timeAt }: Reading, from: number, to: number): boolean {
  const end = tokens.findLastIndex(({ type }, at) => at < to && type === "word" && !timeAt[at]);
  if (end > from && ownErrands.has(tokens[end]!.word)) return true;
  return tokens.slice(from, to).some(({ word }) => appointmentWords.has(word));
}

/** "Nursery run", "grocery pickup". */
const ownErrands = wordSet("run pickup dropoff prep visit delivery trip checkup appointment");

/** "Take Emma to ballet at 3 and soccer at 5": the second part is "take Emma to soccer". */
function destinationOf({ tokens }: Reading, { at, objectAt }: RequestStart): number | null {
  if (!movingVerbs.has(tokens[at]!.word)) return null;
  const to = tokens.findIndex(
    ({ word }, index) => index > objectAt && index <= objectAt + 3 && word === "to",
  );
  return to < 0 || verbParticles.has(tokens[to]!.word) ? null : to + 1;
}

const movingVerbs = wordSet("take bring drive drop walk get");
