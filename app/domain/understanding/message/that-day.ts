import { wordSet } from "../lexicon/word-set.ts";
import type { Reading } from "../resolve/reading.ts";
import { spanOf } from "../resolve/reading.ts";
import type { InheritedDay } from "../split/inherited-days.ts";
import type { TimePhrase, Token } from "../types.ts";
import type { Sentence } from "./sentences.ts";

/**
 * In "Omar works late on Wednesday, so pick up Zoe at 5 that day" and "… get the room ready by
 * then", the day stands in what was left out.
 */
export function thatDayIn(
  whole: Reading,
  request: Token[],
): { request: Token[]; day: InheritedDay } | null {
  const from = request.findIndex(({ word }, at) => pointsBack(word, request[at + 1]?.word));
  if (from < 0) return null;
  const phrase = whole.timeAt.findLast(
    (time, at) => time?.when.day && whole.tokens[at]!.end <= request[0]!.start,
  );
  if (!phrase) return null;
  const start = ["on", "by", "before"].includes(request[from - 1]?.word ?? "") ? from - 1 : from;
  return {
    request: request.toSpliced(start, from + 2 - start),
    day: { when: { day: phrase.when.day }, span: spanOf(whole.tokens, phrase) },
  };
}

/** In "Finn has a half day on Friday, so pick him up at noon" the request has only a time. */
export function storyDayIn(
  { timeAt, tokens }: Reading,
  sentence: Sentence,
  request: Sentence,
): InheritedDay | null {
  const times = timeAt.slice(request.from, request.to).filter((time) => time !== undefined);
  const isRide = tokens.slice(request.from, request.to).some(({ word }) => rideWords.has(word));
  if (
    times.length === 0 &&
    (pickupVerbs.has(tokens[request.from]!.word) || isRide || isPresence(tokens, request))
  )
    return storyTimeIn(timeAt, tokens, sentence, request);
  if (
    !times.some(({ when }) => when.clock) ||
    times.some(({ when }) => when.day ?? when.afterMinutes)
  )
    return null;
  const phrase = timeAt
    .slice(sentence.from, request.from)
    .findLast((time) => time && ["due", "event"].includes(time.role) && time.when.day);
  return phrase
    ? { when: { day: phrase.when.day, isDayGuessed: true }, span: spanOf(tokens, phrase) }
    : null;
}

/** "Mom lands on the 9th at 6:40, pick her up". */
function storyTimeIn(
  timeAt: Reading["timeAt"],
  tokens: Token[],
  sentence: Sentence,
  request: Sentence,
): InheritedDay | null {
  const phrase = timeAt
    .slice(sentence.from, request.from)
    .findLast((time) => time && isOfStory(time));
  const { day, clock } = phrase?.when ?? {};
  return phrase ? { when: { day, clock, isDayGuessed: true }, span: spanOf(tokens, phrase) } : null;
}

/** "On Friday", "on the 4.15 coach". */
function isOfStory({ role, when: { day, clock } }: TimePhrase): boolean {
  return role === "due" ? day !== undefined : role === "event" && clock !== undefined;
}

/** "Plumber coming Thursday at 9, someone needs to be home". */
function isPresence(tokens: Token[], { from, to }: Sentence): boolean {
  return tokens
    .slice(from, to)
    .some(
      ({ word }, at) =>
        ["be", "stay"].includes(word) &&
        ["home", "here", "there", "ready", "in", "around"].includes(
          tokens[from + at + 1]?.word ?? "",
        ),
    );
}

const rideWords = wordSet("cab taxi uber lyft");
const pickupVerbs = wordSet("pick collect fetch meet");

function pointsBack(word: string, next = ""): boolean {
  if (["by", "before", "until"].includes(word)) return next === "then";
  return word === "that" && ["day", "morning", "afternoon", "evening", "night"].includes(next);
}
