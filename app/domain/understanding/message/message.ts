import { wordSet } from "../lexicon/word-set.ts";
import { isErrand } from "../lexicon/errands.ts";
import { continuingWords, finiteVerbs, subjectPronouns } from "../lexicon/letters.ts";
import type { Reading } from "../resolve/reading.ts";
import { findListItems } from "../split/lists/list-items.ts";
import { findSections } from "../split/lists/sections.ts";
import type { InheritedDay } from "../split/inherited-days.ts";
import type { Day, Token } from "../types.ts";
import { chooseSentences } from "./choose-sentences.ts";
import { findFrame } from "./frame.ts";
import { isPast, rankOf } from "./rank-sentence.ts";
import { storyDayIn, thatDayIn } from "./that-day.ts";
import { findSentences, type Sentence } from "./sentences.ts";

interface Message {
  /** The tokens that ask for something. */
  request: Token[];
  /** The tokens around them. */
  around: Token[];
  /** The text around the request, without greetings and signatures. */
  description: string | null;
  /** True if a sentence asks for something; otherwise the request is a guess. */
  isSure: boolean;
  /** The day that "that day" means. */
  day?: InheritedDay;
  /** A day in the previous sentence, for a request that names only a time. */
  maybeOn: Day | undefined;
}

/** Finds the request in a message that contains more; null when the whole text is the request. */
export function findMessage(text: string, whole: Reading): Message | null {
  const isFrame = findFrame(text, whole.tokens);
  const hasFrame = isFrame.some(Boolean);
  const sentences = joinFragments(whole, findSentences(text, whole, isFrame));
  if (sentences.length === 0 || (sentences.length === 1 && !hasFrame && !maySayMore(whole)))
    return null;
  const chosen = isList(text, whole, isFrame, sentences)
    ? sentences
    : chooseSentences(whole, sentences);
  const request = chosen.flatMap(({ from, to }) => whole.tokens.slice(from, to));
  if (request.length === whole.tokens.length || request.length === 0) return null;
  const isRequest = new Set(request);
  const around = whole.tokens.filter((token) => !isRequest.has(token));
  if (!hasFrame && around.every(({ type }) => type === "symbol")) return null;
  const description = describe(text, whole, sentences, isRequest);
  const thatDay = thatDayIn(whole, request);
  const isSure =
    sentences.length === 1 ||
    sentences.some((sentence) => ["asks", "names"].includes(rankOf(whole, sentence)));
  const day = thatDay?.day ?? dayOfStory(whole, sentences, chosen);
  const maybeOn = day ? undefined : dayBefore(whole, sentences, chosen);
  return {
    request: thatDay?.request ?? request,
    around,
    description,
    isSure,
    ...(day && { day }),
    maybeOn,
  };
}

function dayOfStory(
  whole: Reading,
  sentences: Sentence[],
  [chosen, ...others]: Sentence[],
): InheritedDay | null {
  if (!chosen || others.length > 0) return null;
  const at = sentences.findIndex(({ from, to }) => from <= chosen.from && chosen.to <= to);
  const sentence = sentences[at]!;
  // "Are you free on Friday? If so, pick up Zoe at 4."
  const isIfSo =
    whole.tokens[chosen.from]!.word === "if" &&
    ["so", "yes"].includes(whole.tokens[chosen.from + 1]!.word);
  if (isIfSo && at > 0) return storyDayIn(whole, sentences[at - 1]!, chosen);
  return sentence.from < chosen.from ? storyDayIn(whole, sentence, chosen) : null;
}

/** "The party is on Saturday. Pick up the cake at 4.": today, or on that day. */
function dayBefore(
  whole: Reading,
  sentences: Sentence[],
  [chosen, ...others]: Sentence[],
): Day | undefined {
  const before = sentences.findLast(({ to }) => chosen && to <= chosen.from);
  if (!chosen || !before || others.length > 0 || isPast(whole.tokens.slice(before.from, before.to)))
    return undefined;
  return storyDayIn(whole, before, chosen)?.when.day;
}

/** A single sentence may still have a story before its request. */
function maySayMore({ tokens }: Reading): boolean {
  const isOwnNeed = (at: number) =>
    ["have", "should"].includes(tokens[at]!.word) && ["i", "we"].includes(tokens[at - 1]!.word);
  return tokens.some(
    ({ word }, at) =>
      at > (word === "please" ? 0 : 1) && (storyJoints.has(word) || (at > 0 && isOwnNeed(at))),
  );
}

const storyJoints = wordSet(", so anyway please can could remind don't need must :");

/**
 * "Pick up Zoe. At five.", "The dentist. It's on Friday.", "Tuesday. No, Wednesday." are one
 * sentence each.
 */
function joinFragments(reading: Reading, sentences: Sentence[]): Sentence[] {
  const joined: Sentence[] = [];
  for (const sentence of sentences) {
    const last = joined.at(-1);
    if (last?.to === sentence.from && isFragment(reading, last, sentence)) last.to = sentence.to;
    else joined.push({ ...sentence });
  }
  return joined;
}

function isFragment(
  { tokens, timeAt }: Reading,
  before: Sentence,
  { from, to }: Sentence,
): boolean {
  const first = tokens[from]!.word;
  const isCorrected =
    continuingWords.has(first) ||
    (first === "make" && ["it", "that"].includes(tokens[from + 1]?.word ?? ""));
  // "No class on Friday" corrects nothing.
  const next = tokens[from + 1];
  const isNewOrder =
    first === "no" && (isErrand(next?.word ?? "") || schoolWords.has(next?.word ?? ""));
  // "The doctor wants a follow-up; make it for Tuesday" corrects nothing either.
  const correctsTime = timeAt.slice(before.from, before.to).some(Boolean) || first !== "make";
  if (isCorrected && correctsTime && !isNewOrder && timeAt.slice(from, to).some(Boolean))
    return true;
  const rest = tokens
    .slice(from, to)
    .filter(
      ({ type, word }, at) => !timeAt[from + at] && type !== "symbol" && !fragmentWords.has(word),
    );
  return rest.length === 0 && timeAt.slice(from, to).some(Boolean);
}

const schoolWords = wordSet(
  "school class classes practice game daycare preschool camp lessons bus recital rehearsal",
);
const fragmentWords = wordSet("it it's that that's is 's on at by this they they're are");

/** True for bullets or headings, which are not sentences. */
function isList(
  text: string,
  reading: Reading,
  isFrame: boolean[],
  sentences: Sentence[],
): boolean {
  const found = findSections(text, reading).flatMap((section) => section.headings);
  const headings = new Set(found.filter(({ from, type }) => type === "person" || !isFrame[from]));
  // "Frida: made it home!\nFrida: can you check tonight?" is a chat.
  const isChat =
    headings.size > 0 &&
    [...headings].every(({ from, type }) => type === "person" && isFrame[from]);
  if (
    isChat &&
    sentences.some((sentence) => ["tells", "has time"].includes(rankOf(reading, sentence)))
  )
    return false;
  const isHeaded = [...headings].some(({ type }) => type !== "person") || headings.size > 1;
  const isMarked = [...findListItems(text, reading.scan).values()].some((item) => item.isMarked);
  return isHeaded || (isMarked && !isNews(reading, sentences)) || areShortLines(reading, isFrame);
}

/** "* We finished our unit! * Please send in a shirt": bullets that tell, and one that asks. */
function isNews(reading: Reading, sentences: Sentence[]): boolean {
  const tells = ({ from, to }: Sentence) =>
    isPast(reading.tokens.slice(from, to)) && rankOf(reading, { from, to }) === "tells";
  return (
    sentences.some(tells) && sentences.some((sentence) => rankOf(reading, sentence) === "asks")
  );
}

/** "laundry\ndishes\nZoe retainer 11/19 3:40": short lines without marks that tell nothing. */
function areShortLines({ tokens }: Reading, isFrame: boolean[]): boolean {
  if (isFrame.some(Boolean)) return false;
  const starts = [...tokens.keys()].filter((at) => tokens[at]!.startsLine);
  const lines = starts.map((from, index) => tokens.slice(from, starts[index + 1] ?? tokens.length));
  return (
    lines.length > 2 &&
    lines.every(
      (line) =>
        line.length <= maxTokensOfLine &&
        !subjectPronouns.has(line[0]!.word) &&
        !line.some(({ word }) => finiteVerbs.has(word) || [".", "!", "?"].includes(word)) &&
        !isPast(line),
    )
  );
}

const maxTokensOfLine = 10;

function describe(
  text: string,
  { tokens }: Reading,
  sentences: Sentence[],
  isRequest: Set<Token>,
): string | null {
  const pieces = sentences.map(({ from, to }) => {
    const rest = tokens.slice(from, to).filter((token) => !isRequest.has(token));
    return rest.some(({ type }) => type !== "symbol")
      ? text.slice(rest[0]!.start, rest.at(-1)!.end)
      : "";
  });
  return (
    pieces
      .map((piece) => piece.replace(/[\s,;:-]+$/, ""))
      .filter(Boolean)
      .join(" ") || null
  );
}
