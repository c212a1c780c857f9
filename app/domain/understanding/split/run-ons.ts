import { choreWords, nounLikeVerbs } from "../lexicon/several/chores.ts";
import { connectingWords } from "../lexicon/connecting.ts";
import { contactVerbs, leadingVerbs } from "../lexicon/several/errand-pairs.ts";
import {
  determiners,
  isClearBefore,
  isErrand,
  nonObjects,
  referringWords,
  verbParticles,
} from "../lexicon/errands.ts";
import { finiteVerbs, pastVerbs, subjectPronouns } from "../lexicon/letters.ts";
import { kinshipWords } from "../lexicon/names.ts";
import { wordSet } from "../lexicon/word-set.ts";
import { retractionBefore } from "../resolve/corrections.ts";
import type { Reading } from "../resolve/reading.ts";
import { readOpening } from "../title/filler-words/remove.ts";
import type { Boundary } from "./boundaries.ts";
import { readLeadIn } from "./lead-in.ts";
import { findRequestStart } from "./request-start.ts";
import { startsOtherDoer } from "./other-doers.ts";
import { areTimedApart, haveOwnTimes } from "./timed-parts.ts";

/**
 * Finds requests that nothing separates: "pick up Finn at 3 Theo at 3:30", "pay rent tomorrow don't
 * forget the trash on Thursday", "pay the bill renew the license". People dictate them, or omit the
 * commas.
 */
export function findRunOns(reading: Reading, separated: Boundary[]): Boundary[] {
  const runOns: Boundary[] = [];
  let start = 0;
  let index = 0;
  for (let at = 1; at < reading.tokens.length; at += 1) {
    while (separated[index] && separated[index]!.at <= at) {
      start = separated[index]!.next;
      index += 1;
    }
    const isDay =
      at > start &&
      (startsDay(reading, start, at) ||
        startsHour(reading, start, at) ||
        startsOtherDoer(reading, start, at));
    if (isDay) runOns.push({ at, next: at, separator: "also", isNewLine: false, isCertain: true });
    if (isDay) start = at;
    if (at <= start || !mayStart(reading, at)) continue;
    const end = separated[index]?.at ?? reading.tokens.length;
    const isEntry = startsEntry(reading, start, at);
    const isAfterTime = isEntry || startsAfterTime(reading, start, at, end);
    if (!isAfterTime && !startsOrder(reading, start, at, end)) continue;
    const isCertain =
      isEntry || (isAfterTime && (isOpened(reading, at, end) || isChore(reading, at, end)));
    runOns.push({
      at,
      next: at,
      separator: isAfterTime ? "also" : "and",
      isNewLine: false,
      isCertain,
    });
    start = at;
    if (runOns.length === maxRunOns) break;
  }
  return runOns;
}

const maxRunOns = 9;

function mayStart({ tokens, timeAt }: Reading, at: number): boolean {
  const [token, before] = [tokens[at]!, tokens[at - 1]!];
  if (token.type !== "word" || token.isAttached || timeAt[at] || before.type === "symbol")
    return false;
  // "I take Zoe at 5".
  if (token.word === "i" && isErrand(tokens[at + 1]?.word ?? "")) return true;
  return !connectingWords.has(token.word) && !neverFirst.some((list) => list.has(token.word));
}

const neverFirst = [
  finiteVerbs,
  pastVerbs,
  subjectPronouns,
  referringWords,
  wordSet("to of the a an not only every"),
];

/**
 * "Monday dentist at 10 Wednesday haircut at 3", "Friday clean Saturday host": the days come first.
 */
function startsDay({ tokens, timeAt, scan }: Reading, start: number, at: number): boolean {
  const [first, before, day] = [timeAt[start], timeAt[at - 1], timeAt[at]];
  if (
    first?.from !== start ||
    !first.when.day ||
    before === first ||
    day?.from !== at ||
    !day.when.day
  )
    return false;
  if (before ? !before.when.clock : day.cue !== null || connectingWords.has(tokens[at - 1]!.word))
    return false;
  if (
    day.role !== "due" ||
    tokens[at - 1]!.type === "symbol" ||
    retractionBefore(scan, at) !== null
  )
    return false;
  const after = tokens[day.to];
  return after?.type === "word" && !connectingWords.has(after.word);
}

/** "8am mechanic 10am hair": the hours come first. */
function startsHour({ tokens, timeAt, scan }: Reading, start: number, at: number): boolean {
  const [first, before, hour] = [timeAt[start], timeAt[at - 1], timeAt[at]];
  if (!first?.when.clock || first.from !== start || before || hour?.from !== at || !hour.when.clock)
    return false;
  if (retractionBefore(scan, at) !== null) return false;
  const after = tokens[hour.to];
  const isWord = tokens[at - 1]!.type === "word" && !connectingWords.has(tokens[at - 1]!.word);
  return hour.cue === null && isWord && after?.type === "word" && !connectingWords.has(after.word);
}

/** "Theo 3pm speech therapy Zoe 4pm tumbling". */
function startsEntry({ tokens, timeAt, scan }: Reading, start: number, at: number): boolean {
  const isEntry = (from: number) =>
    scan.names.has(tokens[from]!.word) && timeAt[from + 1]?.when.clock !== undefined;
  return (
    isEntry(start) &&
    isEntry(at) &&
    timeAt[at - 1] === undefined &&
    !connectingWords.has(tokens[at - 1]!.word)
  );
}

/** True after a time that ends a part, before an order, or before a part with a time of its own. */
function startsAfterTime(reading: Reading, start: number, at: number, end: number): boolean {
  const { tokens, timeAt } = reading;
  const time = timeAt[at - 1];
  if (time?.to !== at || time.role !== "due" || time.from <= start) return false;
  if (time.from === start + 1 && reading.scan.names.has(tokens[start]!.word)) return false;
  if (
    determiners.has(tokens[time.from - 1]!.word) ||
    retractionBefore(reading.scan, timeAfterOf(reading, at)) !== null
  )
    return false;
  if (readLeadIn(reading, start, at).at >= time.from || isNarrative(reading, start, time.from))
    return false;
  if (isOpened(reading, at, end)) return true;
  if (findRequestStart(reading, at, end, true)?.type === "errand" && isErrand(tokens[at]!.word))
    return true;
  const timeAfter = reading.nextTimeAt[at]!;
  if (timeAfter >= end && tokens[time.from - 1]!.type === "word" && isChore(reading, at, end))
    return true;
  if (
    timeAfter >= end ||
    timeAfter - at > maxWordsBeforeTime(reading, at) ||
    nonObjects.has(tokens[at]!.word)
  )
    return false;
  if (tokens.slice(at, timeAfter).some(({ word }) => remarkWords.has(word))) return false;
  const [left, right] = [
    { from: start, to: at },
    { from: at, to: Math.min(end, timeAt[timeAfter]!.to) },
  ];
  return areTimedApart(reading, left, right) && haveOwnTimes(reading, left, right);
}

/** "Don't forget …", "I need to …", with a verb or a time. */
function isOpened(reading: Reading, at: number, end: number): boolean {
  const opening = fillers.has(reading.tokens[at]!.word) ? null : readOpening(reading.scan, at);
  if (!opening || opening.next >= end) return false;
  const request = findRequestStart(reading, opening.next, end, false);
  // "Can you drive them?" asks nothing new.
  if (request && ["them", "it", "him", "her"].includes(reading.tokens[request.objectAt]!.word))
    return false;
  return reading.nextTimeAt[opening.next]! < end || request !== null;
}

/** "… at 9 dry cleaning pickup". */
function isChore({ tokens, nextTimeAt }: Reading, at: number, end: number): boolean {
  if (end - at < 2 || end - at > 3 || nextTimeAt[at]! < end) return false;
  const isThing = tokens
    .slice(at, end)
    .every(({ type, word }) => type === "word" && !nonObjects.has(word));
  return isThing && choreWords.has(tokens[end - 1]!.word);
}

/** In "Monday, make that Tuesday" the words before the second time retract the first. */
function timeAfterOf({ tokens, nextTimeAt }: Reading, at: number): number {
  return Math.min(nextTimeAt[at]!, tokens.length);
}

const fillers = wordSet(
  "so like just please pls plz kindly also and but um uh right anyway actually maybe now lol asap ok okay",
);

/** "Finn needs 12 dollars for the field trip Friday" is clearly about someone else. */
function maxWordsBeforeTime({ scan, tokens }: Reading, at: number): number {
  return scan.names.has(tokens[at]!.word) ? 10 : 6;
}

/** "Finn has a game at 3 field 4 at Hillside": what is told goes on. */
function isNarrative({ tokens }: Reading, from: number, to: number): boolean {
  return tokens.slice(from, to).some(({ word }) => toldWords.has(word) || subordinators.has(word));
}

/** "Concert at 7 doors open at 6:30". */
const remarkWords = wordSet(
  "doors open opens opening starts start ends begins closes lands boards kickoff warmup arrive",
);
const toldWords = wordSet("is are was were starts ends begins said says");
const subordinators = wordSet(
  "if when whenever unless because while since so that which who whether where how what why",
);

/** "Pay the water bill | renew the license": a verb with its object, after a whole order. */
function startsOrder(reading: Reading, start: number, at: number, end: number): boolean {
  const { tokens, scan, timeAt } = reading;
  const [{ word }, before] = [tokens[at]!, tokens[at - 1]!];
  if (!isErrand(word) || timeAt[at - 1] || scan.names.has(word)) return false;
  if (connectingWords.has(before.word) || notBefore.some((list) => list.has(before.word)))
    return false;
  if (nonObjects.has(before.word) && !verbParticles.has(before.word)) return false;
  // "Grab a big bag on the way".
  if (determiners.has(tokens[at - 2]?.word ?? "") && describingWords.has(before.word)) return false;
  const right = findRequestStart(reading, at, end, true);
  if (right?.type !== "errand" || right.at !== at) return false;
  const object = tokens[right.objectAt]!.word;
  const isOwned = ["his", "her", "their"].includes(object);
  const isPlainVerb = isOwned || (determiners.has(object) && !nounLikeVerbs.has(word));
  if (!isClearBefore(word, object) && !isPlainVerb) return false;
  const isSure =
    onlyVerbs.has(word) ||
    right.objectAt > at + 1 ||
    determiners.has(object) ||
    !isClearBefore(word, "") ||
    scan.names.has(object);
  const left = isSure ? findRequestStart(reading, start, at, false) : null;
  if (left?.type !== "errand" || left.objectAt >= at || leadingVerbs.has(tokens[left.at]!.word))
    return false;
  if (finiteVerbs.has(before.word) && left.objectAt < at - 1) return false;
  const isPerson = scan.names.has(before.word) || kinshipWords.has(before.word);
  if (isPerson && contactVerbs.has(tokens[left.at]!.word)) return false;
  return !isNarrative(reading, left.at, at);
}

const describingWords = wordSet(
  "big small large little new old nice good fresh clean cheap extra spare other second long short whole single double",
);
const onlyVerbs = wordSet(
  "get buy bring put send renew unload defrost thaw scrub reschedule confirm replace",
);
const notBefore = [
  determiners,
  referringWords,
  subjectPronouns,
  wordSet("to and or & not no sorry wait actually i'll we'll"),
];
