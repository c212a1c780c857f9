import { listingVerbs, nounLikeVerbs } from "../lexicon/several/chores.ts";
import { connectingWords } from "../lexicon/connecting.ts";
import { wordPairs } from "../lexicon/several/errand-pairs.ts";
import {
  continuationVerbs,
  isErrand,
  nonObjects,
  referringWords,
  verbParticles,
} from "../lexicon/errands.ts";
import { finiteVerbs, pastVerbs, reasonWords, subjectPronouns } from "../lexicon/letters.ts";
import type { Reading } from "../resolve/reading.ts";
import type { Boundary } from "./boundaries.ts";
import { readLeadIn } from "./lead-in.ts";
import { findRequestStart, type RequestStart } from "./request-start.ts";
import { isSameRequest } from "./same-request.ts";
import { isPersonAt, isVerblessRequest, maxWordsOfThing, notThings } from "./verbless-parts.ts";

export function isBetweenRequests(
  reading: Reading,
  boundaries: Boundary[],
  index: number,
  start: number,
): boolean {
  const boundary = boundaries[index]!;
  const { at, next, separator } = boundary;
  if (isWithinTime(reading, boundary) || isWithinName(reading, boundary)) return false;
  const verbAt = readLeadIn(reading, next, reading.tokens.length).at;
  let later = index + 1;
  while (boundaries[later] && boundaries[later]!.at <= verbAt) later += 1;
  const end = boundaries[later]?.at ?? reading.tokens.length;
  const isAfterOrder =
    reading.tokens[at]!.word === "," &&
    (!nounLikeVerbs.has(reading.tokens[verbAt]?.word ?? "") ||
      isUnlistingOrder(reading, start, at));
  const mayBeNoun = (separator === "and" || separator === "also") && !isAfterOrder;
  const second =
    findRequestStart(reading, next, end, mayBeNoun) ?? unknownOrder(reading, next, end);
  const first = findRequestStart(reading, start, at, false);
  const isJoined = reading.tokens[next - 1]!.word !== "," || isRemembering(reading, next);
  if (!second && isJoined && first?.type === "errand" && isLackAt(reading, next)) return true;
  if (!second) return isVerblessRequest(reading, boundary, start, end);
  const isAsked = !first && second.type === "errand" && second.isNewRequest;
  if (!first && isRemembered(reading, next, second) && !isPersonAt(reading, at - 1)) return true;
  const isOrder =
    !first && second.type === "errand" && separator === "and" && reading.tokens[at]!.word !== ",";
  if (isOrder && areThings(reading, start, at) && !isAsked) return true;
  if (
    isAsked &&
    (isNeed(reading, start) || (reading.tokens[at]!.word !== "," && areThings(reading, start, at)))
  )
    return true;
  if (!first && isAfterTimed(reading, boundary, start, second)) return true;
  if (!first && second.type === "errand" && unknownOrder(reading, start, at))
    return separator !== "and" || reading.tokens[at]!.word === ",";
  if (!first || first.objectAt >= at || sharesObject(reading, at)) return false;
  const left = { start: first, from: start, to: at };
  const right = { start: second, from: next, to: end };
  return !isSameRequest(reading, left, right, separator);
}

/**
 * "Flu shots Saturday at CVS, and buy cough drops", "pickup at 6 then drop the casserole at the
 * Parkers'".
 */
function isAfterTimed(
  reading: Reading,
  { at, next, separator }: Boundary,
  start: number,
  second: RequestStart,
): boolean {
  const { tokens, timeAt } = reading;
  const isJoint =
    separator === "then" ||
    ["also", "plus"].includes(tokens[next - 1]!.word) ||
    (tokens[at]!.word === "," && tokens[next - 1]!.word === "and");
  if (!isJoint || second.type !== "errand" || continuationVerbs.has(tokens[second.at]!.word))
    return false;
  const isNarrative = tokens
    .slice(start, at)
    .some(
      ({ word }, index) =>
        (!timeAt[start + index] && (finiteVerbs.has(word) || pastVerbs.has(word))) ||
        (index < 2 && subjectPronouns.has(word)),
    );
  const isTimed = timeAt
    .slice(start, at)
    .some((time) => time?.role === "due" && (time.when.day ?? time.when.clock));
  return isTimed && !isNarrative && !referringWords.has(tokens[second.objectAt]?.word ?? "");
}

/** After "send the rent," a verb is one; after "buy wipes," it may begin the name of a thing. */
function isUnlistingOrder(reading: Reading, from: number, to: number): boolean {
  const start = findRequestStart(reading, from, to, false);
  if (start?.type !== "errand") return false;
  const [verb, next] = [reading.tokens[start.at]!.word, reading.tokens[start.at + 1]?.word ?? ""];
  return !listingVerbs.has(verb) || (verb !== "pick" && verbParticles.has(next));
}

function isRemembering({ tokens }: Reading, from: number): boolean {
  return tokens
    .slice(from, from + 2)
    .some(({ word }) => ["forget", "remember", "remind"].includes(word));
}

/** "… and don't forget we need a card", "… and we're out of dog food". */
function isLackAt(reading: Reading, from: number): boolean {
  const { tokens } = reading;
  const at = isRemembering(reading, from) ? readLeadIn(reading, from, tokens.length).at : from;
  const [subject, verb, next] = tokens.slice(at, at + 3).map(({ word }) => word);
  if (["we're", "i'm"].includes(subject ?? "")) return ["out", "low"].includes(verb ?? "");
  return ["we", "i"].includes(subject ?? "") && verb === "need" && next !== "to";
}

/** "Trash on Thursday, and don't forget Hugo's appointment on Friday". */
function isRemembered({ tokens }: Reading, from: number, { at }: RequestStart): boolean {
  return tokens.slice(from, at).some(({ word }) => ["forget", "remember", "remind"].includes(word));
}

/** "We need milk and can you call Rose". */
function isNeed({ tokens }: Reading, from: number): boolean {
  const [subject, verb] = [tokens[from]!.word, tokens[from + 1]?.word ?? ""];
  return ["i", "we"].includes(subject) && verb === "need" && tokens[from + 2]?.word !== "to";
}

/** "Milk bread butter and don't forget to call Rose". */
function areThings(reading: Reading, from: number, to: number): boolean {
  const { tokens, timeAt } = reading;
  if (readLeadIn(reading, from, to).at > from) return false;
  // "Dan and I should clean the garage" asks once.
  if (isPersonAt(reading, to - 1)) return false;
  // "Kit and snack for Tuesday and pay for the trip".
  const end = timeAt[to - 1]?.cue?.type === "purpose" ? timeAt[to - 1]!.from : to;
  const isThing = (at: number) =>
    (tokens[at]!.type === "word" || tokens[at]!.word === ",") &&
    !timeAt[at] &&
    (["and", "from", "for"].includes(tokens[at]!.word) ||
      !notThings.some((list) => list.has(tokens[at]!.word)));
  return (
    end - from <= maxWordsOfThing + 2 &&
    tokens.slice(from, end).every((_, index) => isThing(from + index))
  );
}

/** "Rake the yard and bag the leaves". */
function unknownOrder(reading: Reading, from: number, to: number): RequestStart | null {
  const { at, ...leadIn } = readLeadIn(reading, from, to);
  return isUnknownOrder(reading, at, to)
    ? { type: "errand", objectAt: at + 1, at, ...leadIn }
    : null;
}

/** "Vaccuum the car": before an article, a word that nobody knows is a verb. */
export function isUnknownOrder(
  { tokens, timeAt, scan }: Reading,
  from: number,
  to: number,
): boolean {
  const [verb, article] = [tokens[from], tokens[from + 1]];
  if (
    from + 2 >= to ||
    verb?.type !== "word" ||
    timeAt[from] ||
    !["the", "my", "our"].includes(article?.word ?? "")
  )
    return false;
  const isKnown = scan.names.has(verb.word) || notVerbs.some((list) => list.has(verb.word));
  return (
    !isKnown &&
    !tokens
      .slice(from, to)
      .some(({ word }, at) => at !== 2 && (finiteVerbs.has(word) || pastVerbs.has(word)))
  );
}

const notVerbs = [
  connectingWords,
  nonObjects,
  finiteVerbs,
  pastVerbs,
  subjectPronouns,
  referringWords,
  reasonWords,
];

/** "Feed the cat and wash | and fold the laundry". */
function sharesObject({ tokens }: Reading, at: number): boolean {
  return (
    tokens[at]!.word !== "," &&
    isErrand(tokens[at - 1]!.word) &&
    ["and", "&", ","].includes(tokens[at - 2]?.word ?? "")
  );
}

/** "Between 2 and 4", "on Monday and Wednesday". */
function isWithinTime({ timeAt }: Reading, { at }: Boundary): boolean {
  const time = timeAt[at];
  return time !== undefined && time.from < at && time.when.exceedsDueDate === true;
}

/** "Stop and Shop", "show and tell". */
export function isWithinName({ tokens }: Reading, { at, next, separator }: Boundary): boolean {
  const [before, after] = [tokens[next - 1]!, tokens[next]];
  const joint = before.text.toLowerCase();
  if (separator !== "and" || (joint !== "and" && joint !== "&")) return false;
  if (wordPairs.has(`${tokens[at - 1]!.word} ${after?.word}`)) return true;
  if (joint === "&") return false;
  return isErrand(after?.word ?? "") && /^\p{Lu}\p{Ll}/u.test(after!.text);
}
