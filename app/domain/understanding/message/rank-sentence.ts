import { determiners, isErrand, nounPairs } from "../lexicon/errands.ts";
import {
  askingVerbs,
  feelingWords,
  finiteVerbs,
  needWords,
  orders,
  pastVerbs,
  presentWords,
  reasonWords,
  subjectPronouns,
} from "../lexicon/letters.ts";
import { wordSet } from "../lexicon/word-set.ts";
import type { Reading } from "../resolve/reading.ts";
import { isUnknownOrder } from "../split/unknown-order.ts";
import { readLeadIn } from "../split/lead-in.ts";
import { findRequestStart } from "../split/request-start.ts";
import type { Token } from "../types.ts";
import { isAutomatic } from "./automatic.ts";
import { isBookedFor, isMovedTo } from "./appointments.ts";
import { isCheer, isUnderway } from "./remarks.ts";
import type { Sentence } from "./sentences.ts";
import { isParticiple, isProposal, isWish } from "./wishes.ts";

/**
 * How much a sentence asks for something: an order asks, "dentist on Friday at 3" names a thing
 * with its time, and "the recital is on Friday" only has a time.
 */
export type Rank = "asks" | "names" | "has time" | "tells";

export function rankOf(reading: Reading, { from, to }: Sentence): Rank {
  const words = reading.tokens.slice(from, to);
  const opening = reading.timeAt[from];
  // "Tuesday 8 am: tires rotated".
  if (opening?.when.clock && opening.from === from && reading.tokens[opening.to]?.word === ":")
    return "names";
  if (isProposal(words) && !reading.timeAt.slice(from, to).some(Boolean)) return "tells";
  if (isAutomatic(words) || isCheer(words) || isUnderway(words)) return "tells";
  if (asksInWords(words) || isOrder(reading, from, to)) return "asks";
  const isTimed = reading.timeAt.slice(from, to).some((time) => time?.role === "due");
  if (isTimed && isWish(words)) return "asks";
  const isQuestion =
    words.at(-1)!.word === "?" &&
    words.some(({ word }) => finiteVerbs.has(word) || questionWords.has(word));
  if (isTimed && !isQuestion && (isMovedTo(words) || isBookedFor(words))) return "has time";
  if (!isTimed || isQuestion || isPast(words)) return "tells";
  return isStatement(words.map(({ word }) => word)) ? "has time" : "names";
}

const questionWords = wordSet("who what when where why how which did do does any");

/** "They close at 4", "the recital is on Friday", "the gutter hangs loose since Friday". */
function isStatement(words: string[]): boolean {
  const first = words.find((word) => word !== "so" && word !== ",") ?? words[0]!;
  if (first === "no" && (words[1] === "practice" || !orders.has(words[1] ?? ""))) return true;
  // "School dinners go up in September".
  if (words.slice(1, 4).includes("go") && !orders.has(first)) return true;
  if (
    feelingWords.has(first) ||
    subjectPronouns.has(first) ||
    reasonWords.has(first) ||
    words.some((word) => finiteVerbs.has(word))
  )
    return true;
  // "The clocks change this weekend".
  if (determiners.has(first) && words[1]?.endsWith("s") && pluralVerbs.has(words[2] ?? ""))
    return true;
  return (
    determiners.has(first) && words.slice(2, 6).some((word) => /^\p{Ll}{3,}[^s\P{L}]s$/u.test(word))
  );
}

const pluralVerbs = wordSet(
  "change close open start leave arrive come go end begin return move fly land live work play",
);

/** "Please", "can you", "we need to", "don't forget", "make sure". */
export function asksInWords(tokens: Token[]): boolean {
  const words = tokens.map(({ word }) => word);
  return words.some((word, at) => {
    const [before = "", next = "", afterNext = ""] = [words[at - 1], words[at + 1], words[at + 2]];
    if (askingVerbs.has(word))
      return (
        ["you", "ye", "u"].includes(next) && !["believe", "imagine", "guess"].includes(afterNext)
      );
    // "Residents are requested to pay it".
    if (["requested", "asked", "reminded"].includes(word) && next === "to")
      return ["are", "is", "be"].includes(before);
    // "Any chance you could lend us the roof box?"
    if (word === "chance") return next === "you" && ["can", "could"].includes(afterNext);
    if (word === "to" && next === "be" && isParticiple(afterNext))
      return !otherSubjects.has(before);
    if ((word === "need" || word === "needs") && words.slice(at + 2, at + 4).some(isParticiple))
      return true;
    if (word === "need" && at === 0) return true;
    if (word === "need" && ["i", "we"].includes(before) && afterNext === "to") return true;
    if (needWords.has(word)) return next === "to" && isToBeDone(words, at);
    if (word === "must" && next === "be" && isParticiple(afterNext)) return true;
    if (word === "must" || word === "should")
      return next !== "have" && next !== "be" && before !== "it";
    if (word === "forget") return ["don't", "dont", "not", "can't"].includes(before);
    if (
      ["says", "said"].includes(before) &&
      ["call", "bring", "send", "return", "sign"].includes(word)
    )
      return true;
    if (word === "sure") return before === "make" || before === "be";
    if (word === "remind") return next === "me" || next === "us";
    const isInforming =
      next === "note" ||
      (next === "be" && ["advised", "aware", "informed", "reminded"].includes(afterNext));
    return ["please", "pls", "plz", "kindly"].includes(word) && !isInforming;
  });
}

/** Finds the "should", "must" or "needs to" of a sentence about someone else. */
export function hintAt(tokens: Token[]): number | null {
  const words = tokens.map(({ word }) => word);
  const at = words.findIndex((word) => ["should", "must", "need", "needs"].includes(word));
  if (at < 1 || words.some((word) => ["please", "pls", "can", "could", "don't"].includes(word)))
    return null;
  return ["i", "we", "you"].some((word) => words.slice(0, at).includes(word)) ? null : at;
}

/**
 * "We have to call", "students need to be dropped off", but not "she has to work late" or "it is
 * supposed to snow".
 */
function isToBeDone(words: string[], at: number): boolean {
  const before = words.slice(Math.max(0, at - 3), at);
  return !before.some((word) => otherSubjects.has(word)) && words[at] !== "supposed";
}

const otherSubjects = new Set([
  "he",
  "she",
  "they",
  "it",
  "he's",
  "she's",
  "it's",
  "had",
  "didn't",
  "don't",
  "doesn't",
]);

/** "Book a call", and "if you missed it, book a call". */
function isOrder(reading: Reading, from: number, to: number): boolean {
  if (startsWithOrder(reading, from, to)) return true;
  if (!reasonWords.has(reading.tokens[from]!.word) && reading.tokens[from]!.word !== "to")
    return false;
  const comma = reading.tokens.findIndex(({ word }, at) => at > from && word === ",");
  return comma > 0 && comma + 1 < to && startsWithOrder(reading, comma + 1, to);
}

function startsWithOrder(reading: Reading, from: number, to: number): boolean {
  const { at } = readLeadIn(reading, from, to);
  const leadIn = reading.tokens.slice(from, at);
  const isNarrative = leadIn.some(({ word }) => word !== "let" && pastVerbs.has(word));
  if (isNarrative && !leadIn.some(({ word }) => word === "better")) return false;
  // "Make-up is on Monday".
  const isCompound = reading.tokens[at + 1]?.word === "-" && reading.tokens[at + 1]!.isAttached;
  const after = reading.timeAt[at + 1]?.to ?? (isCompound ? at + 3 : at + 1);
  const isSubject =
    reading.tokens.slice(after, after + 2).some(({ word }) => subjectVerbs.has(word)) ||
    reading.tokens
      .slice(after, Math.min(after + 4, to))
      .some(({ word }) => ["was", "were", "did"].includes(word));
  if (isSubject || isPast(reading.tokens.slice(at + 1, Math.min(at + 2, to)))) return false;
  if (findRequestStart(reading, from, to)?.type === "errand") return true;
  const verb = reading.tokens[at];
  if (!verb || at >= to || reading.scan.names.has(verb.word)) return false;
  const next = reading.tokens[at + 1];
  // "Have the kids packed by 5".
  if (
    verb.word === "have" &&
    next &&
    determiners.has(next.word) &&
    !["a", "an"].includes(next.word)
  )
    return true;
  if (isUnknownOrder(reading, at, to)) return true;
  if (nounPairs.has(`${verb.word} ${next?.word}`)) return false;
  const isVerb = orders.has(verb.word) || isErrand(verb.word);
  return (
    isVerb && next?.word !== "'s" && next?.word !== ":" && !(next && finiteVerbs.has(next.word))
  );
}

/** "Book week was wonderful" and "water tanker did not come" order nothing. */
const subjectVerbs = wordSet(
  "is are was were has had did didn't does doesn't resumes restarts continues",
);

/** "Packed lunch", "canned goods". */
const preparedFoods = wordSet(
  "lunch lunches goods food eggs cheese milk potatoes beans tomatoes rice animal animals",
);

export function isPast(tokens: Token[]): boolean {
  return tokens.some(({ word }, at) => {
    if (pastVerbs.has(word)) return true;
    const isPrepared = preparedFoods.has(tokens[at + 1]?.word ?? "");
    return word.length > 4 && word.endsWith("ed") && !presentWords.has(word) && !isPrepared;
  });
}
