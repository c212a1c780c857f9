import { determiners, isErrand } from "../lexicon/errands.ts";
import { feelingWords, finiteVerbs, subjectPronouns } from "../lexicon/letters.ts";
import { wordSet } from "../lexicon/word-set.ts";
import type { Reading } from "../resolve/reading.ts";
import { readLeadIn } from "../split/lead-in.ts";
import { asksInWords, isPast } from "./rank-sentence.ts";
import type { Token } from "../types.ts";
import type { Sentence } from "./sentences.ts";

/** Leaves out the story before a request: "Sam gets in late on Friday, so | please book a taxi". */
export function withoutStory(reading: Reading, { from, to }: Sentence): Sentence {
  const { timeAt } = reading;
  const last = Math.min(to - 1, from + maxStoryTokens);
  if (isListing(reading, { from, to })) return { from, to };
  const asked = askedOfAudience(reading, { from, to });
  if (asked !== null) return { from: asked, to };
  for (let at = from + minStoryTokens; at < last; at += 1) {
    if (hasAppointments(reading, from, at)) break;
    const next = requestAfter(reading, from, at, to);
    // "Sat Finn has a game at 9, Mon return the car": each day has its own.
    if (timeAt[from] && timeAt[next ?? at + 1]) continue;
    if (next !== null && isStory(reading, from, at)) return { from: next, to };
    if (asksAfterStory(reading, from, at, to)) return { from: at, to };
    if (isBetweenTimes(reading, from, at, to)) return { from: at + 1, to };
  }
  return { from, to };
}

/**
 * "Gym at 6, kids up by 7, lunches made, out the door 7:40": short parts, most of them with a time.
 */
function isListing({ tokens, timeAt }: Reading, { from, to }: Sentence): boolean {
  const isComma = ({ word }: Token, index: number) =>
    index > 0 && word === "," && !timeAt[from + index];
  const commas = tokens
    .slice(from, to)
    .flatMap((token, index) => (isComma(token, index) ? [from + index] : []));
  const ends = [...commas, to];
  const parts = ends.map((end, index) => ({
    from: index > 0 ? ends[index - 1]! + 1 : from,
    to: end,
  }));
  const isShort = (part: Sentence) =>
    part.to > part.from &&
    part.to - part.from <= maxTokensOfPart &&
    !subjectPronouns.has(tokens[part.from]!.word) &&
    !tokens
      .slice(part.from, part.to)
      .some(({ word }) => finiteVerbs.has(word) || feelingWords.has(word));
  const timed = parts.filter((part) =>
    timeAt.slice(part.from, part.to).some((time) => time?.role === "due"),
  );
  return parts.length > 2 && 3 * timed.length >= 2 * parts.length && parts.every(isShort);
}

const maxTokensOfPart = 9;

/** "Emma has piano Tuesday at 4, Ben has swimming Wednesday at 5:30" is no story. */
function hasAppointments({ timeAt }: Reading, from: number, to: number): boolean {
  const times = timeAt
    .slice(from, to)
    .filter((time) => time?.role === "due" && time.when.day && !time.when.isHoliday);
  return new Set(times).size > 1;
}

/** "The heat went out on Sunday, technician comes tomorrow". */
function isBetweenTimes(
  { tokens, timeAt, nextTimeAt }: Reading,
  from: number,
  at: number,
  to: number,
): boolean {
  if (tokens[at]!.word !== "," || timeAt[at] || nextTimeAt[from]! >= at || nextTimeAt[at]! >= to)
    return false;
  const untimed = tokens.slice(from, at).filter((_, index) => !timeAt[from + index]);
  if (backPointers.has(tokens[at + 1]?.word ?? "") || isErrand(untimed[0]?.word ?? ""))
    return false;
  return isPast(untimed) && !asksInWords(tokens.slice(from, at));
}

/** "The party was moved, it is on Saturday now" is about one thing. */
const backPointers = wordSet("it it's its that that's this they they're he she");

const minStoryTokens = 2;
/** "Five of us for dinner, so …" has no verb. */
const minSoTokens = 3;
const maxStoryTokens = 60;
/** "Emma turns 9, plan her party" stays whole. */
const minLongStoryTokens = 10;
const minUndatedStoryTokens = 7;

/**
 * The start of a request after ", so", "anyway" or ":", or after a comma if it says "please" or
 * "can you".
 */
function requestAfter(reading: Reading, from: number, at: number, to: number): number | null {
  const { tokens, timeAt } = reading;
  // The colon of "4:20".
  if (timeAt[at] && timeAt[at]!.from < at) return null;
  let next = at;
  while (joints.has(tokens[next]?.word ?? "")) next += 1;
  if (next === at || next >= to || isReminder(reading, next, to)) return null;
  const words = tokens.slice(at, next).map(({ word }) => word);
  const opening = tokens.slice(next, next + 4);
  const asks = asksInWords(opening) || ["please", "remind"].includes(tokens[next]!.word);
  const verb = tokens[readLeadIn(reading, next, to).at];
  const isDated = timeAt.slice(from, at).some((time) => time?.role === "due");
  // "Conferences are on the 19th, sign up by Monday".
  const isInMessage = from > 0 || to < tokens.length;
  const hasDeadline =
    isInMessage &&
    words[0] === "," &&
    timeAt.slice(next, to).some((time) => time?.role === "due" && time.cue?.type === "deadline");
  const isLongStory =
    words.includes(",") && at - from >= (isDated ? minLongStoryTokens : minUndatedStoryTokens);
  const isStrong =
    isLongStory ||
    (hasDeadline && isDated) ||
    (isPurpose(tokens.slice(from, at)) && words[0] === ",") ||
    words.some((word) => strongJoints.has(word));
  const isPresence = words.includes(",") && isPresenceAt(tokens, next);
  const isOrder =
    isPresence ||
    (isStrong &&
      verb !== undefined &&
      (isErrand(verb.word) || verb.word === "let" || isArranging(tokens, next)));
  return asks || isOrder ? next : null;
}

/**
 * "The boiler's been off since Thursday and nobody came | I need to ring them on Monday": said
 * without a comma.
 */
function asksAfterStory(
  { tokens, timeAt }: Reading,
  from: number,
  at: number,
  to: number,
): boolean {
  const [subject, verb, next] = tokens.slice(at, at + 3).map(({ word }) => word);
  if (at - from < minSpokenStoryTokens || tokens[at - 1]!.type === "symbol" || timeAt[at])
    return false;
  const hasTo = ["need", "have", "ought", "got"].includes(verb ?? "") && next === "to";
  const isAsked =
    ["i", "we"].includes(subject ?? "") &&
    (hasTo || ["should", "must", "gotta"].includes(verb ?? ""));
  const isDue = timeAt.slice(at, to).some((time) => time?.role === "due");
  if (!isAsked || !isDue || subordinators.has(tokens[at - 1]!.word)) return false;
  const story = tokens.slice(from, at);
  const isNarrative = isPast(story) || hasVerb(story.map(({ word }) => word));
  return isNarrative && !asksInWords(story) && !isErrand(story[0]!.word);
}

const minSpokenStoryTokens = 6;
const subordinators = wordSet(
  "that if because when what which who where how than as before after until unless while",
);

/** "Those who missed it kindly meet the teacher", "all parents please send a snack". */
function askedOfAudience({ tokens }: Reading, { from, to }: Sentence): number | null {
  if (!audienceWords.has(tokens[from]!.word)) return null;
  const at = tokens.findIndex(
    ({ word }, index) =>
      index > from &&
      index < from + maxAudienceTokens &&
      ["please", "kindly", "pls"].includes(word),
  );
  const isOrder =
    at > 0 && at + 1 < to && isErrand(tokens[at + 1]!.word) && tokens[at - 1]!.type === "word";
  return isOrder ? at + 1 : null;
}

const maxAudienceTokens = 12;
const audienceWords = wordSet(
  `all those any anyone everyone everybody each every parents families students kids
  children coaches members residents tenants teachers volunteers players scouts neighbors neighbours owners guardians`,
);

/** "The bus leaves at 7:15, be at the school by 6:45". */
function isPresenceAt(tokens: Reading["tokens"], at: number): boolean {
  return (
    tokens[at]!.word === "be" &&
    ["at", "there", "here", "ready", "outside"].includes(tokens[at + 1]?.word ?? "")
  );
}

/** "Have the super look at it". */
function isArranging(tokens: Reading["tokens"], at: number): boolean {
  return tokens[at]!.word === "have" && determiners.has(tokens[at + 1]?.word ?? "");
}

/** "Remind me an hour before" says when, not what. */
function isReminder({ tokens, timeAt }: Reading, at: number, to: number): boolean {
  if (!["remind", "ping", "alert", "notify"].includes(tokens[at]!.word)) return false;
  return tokens
    .slice(at + 2, to)
    .every(({ type }, index) => type === "symbol" || timeAt[at + 2 + index]);
}

const strongJoints = wordSet("so anyway therefore hence");
const joints = new Set([...strongJoints, ...",:;-", "but", "and"]);

/** True for a statement with a verb that is not a time, a condition or a request. */
function isStory({ tokens, timeAt }: Reading, from: number, to: number): boolean {
  const words = tokens.slice(from, to);
  if (isPurpose(words) && tokens[to]!.word === ",") return true;
  if (asksInWords(words) || isErrand(words[0]!.word) || isNeed(words)) return false;
  // "Tomorrow is picture day".
  const isAbout =
    timeWords.has(words[0]!.word) && words.some(({ word }) => ["is", "'s", "are"].includes(word));
  if (conditions.has(words[0]!.word) && !isAbout) return false;
  if (timeAt.slice(from, to).every(Boolean)) return false;
  return (
    words.length > minStoryTokens - 1 &&
    ((tokens[to]!.word === "so" && words.length > minSoTokens) ||
      hasVerb(words.map(({ word }) => word)) ||
      isPast(words) ||
      isHeading(tokens, to))
  );
}

/**
 * "To schedule your next cleaning, please call us", but not "To do: pay by Friday, call the vet".
 */
function isPurpose([first, second, third]: Reading["tokens"]): boolean {
  return first?.word === "to" && isErrand(second?.word ?? "") && third?.word !== ":";
}

/** "Need diapers, wipes, call Rose", "we need milk, call Rose". */
function isNeed([first, second]: Reading["tokens"]): boolean {
  const verb = ["i", "we"].includes(first!.word) ? second : first;
  return verb !== undefined && ["need", "want"].includes(verb.word);
}

function hasVerb(words: string[]): boolean {
  // "The plumber's coming".
  if (words.some((word, at) => word === "'s" && /^\p{Ll}{2,}ing$/u.test(words[at + 1] ?? "")))
    return true;
  // "The garage can do it".
  if (words.some((word, at) => at > 0 && word === "can" && words[at + 1] !== "you")) return true;
  return words.some(
    (word, at) =>
      finiteVerbs.has(word) || (at > 0 && at < 3 && /^\p{Ll}{2,}[^s\P{L}]s$/u.test(word)),
  );
}

/** "Snack duty: please bring oranges". */
function isHeading(tokens: Reading["tokens"], at: number): boolean {
  return tokens[at]!.word === ":";
}

const timeWords = wordSet("tomorrow today tonight next this");
const conditions = wordSet(
  "when if after before once unless until while on at by for in to from tomorrow today tonight next this",
);
