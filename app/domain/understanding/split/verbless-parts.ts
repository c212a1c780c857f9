import { connectingWords } from "../lexicon/connecting.ts";
import { determiners, nonObjects, referringWords } from "../lexicon/errands.ts";
import { finiteVerbs, pastVerbs, subjectPronouns } from "../lexicon/letters.ts";
import { kinshipWords } from "../lexicon/names.ts";
import { appointmentWords } from "../lexicon/occasions.ts";
import { choreWords } from "../lexicon/several/chores.ts";
import { contactVerbs } from "../lexicon/several/errand-pairs.ts";
import { wordSet } from "../lexicon/word-set.ts";
import type { Reading } from "../resolve/reading.ts";
import type { Boundary } from "./boundaries.ts";
import { readLeadIn } from "./lead-in.ts";
import { findRequestStart } from "./request-start.ts";

/** Decides for a part that starts with no order and no appointment. */
export function isVerblessRequest(
  reading: Reading,
  boundary: Boundary,
  start: number,
  end: number,
): boolean {
  const { at, next, separator } = boundary;
  const first = findRequestStart(reading, start, at, false);
  if (separator === "then" && isShortErrand(reading, next, end))
    return (
      first !== null ||
      reading.nextTimeAt[start]! < at ||
      (isShortErrand(reading, start, at) && !isPersonAt(reading, start))
    );
  if (areNeedsOfTwo(reading, start, next)) return true;
  if (separator === "sentence" && isToBeDone(reading, next, end)) return true;
  if (first?.type !== "errand") return false;
  if (separator === "sentence" && (isChore(reading, next, end) || isEventOf(reading, next, end)))
    return true;
  const isContact = contactVerbs.has(reading.tokens[first.at]!.word);
  return !isContact && (isNeedOfOne(reading, next) || isToBeDone(reading, next, end));
}

/** "… then groceries": a place or a thing names the errand. */
function isShortErrand({ tokens, timeAt, scan }: Reading, from: number, to: number): boolean {
  const words = wordsIn(from, to).filter((at) => !timeAt[at] && tokens[at]!.type !== "symbol");
  const first = tokens[words[0] ?? -1];
  const most = ["the", "my", "our"].includes(first?.word ?? "")
    ? 2 * maxWordsOfThing
    : maxWordsOfThing;
  if (!first || words.length > most || first.type !== "word") return false;
  // "Then Zoe" shares the verb before it, "then Zoe ballet" does not.
  if (scan.names.has(first.word) && words.length < 2) return false;
  const isNarrative = words.some(
    (at) => finiteVerbs.has(tokens[at]!.word) || subjectPronouns.has(tokens[at]!.word),
  );
  return !isNarrative && !notThings.some((list) => list.has(first.word));
}

export const maxWordsOfThing = 4;
export const notThings = [
  connectingWords,
  nonObjects,
  finiteVerbs,
  pastVerbs,
  subjectPronouns,
  referringWords,
];

/** "Zoe needs new shoes and Theo needs a haircut". */
function areNeedsOfTwo(reading: Reading, left: number, right: number): boolean {
  const [one, other] = [left, right].map((from) =>
    personInNeed(reading, from, ["needs", "need", "has", "wants"]),
  );
  return one !== null && other !== null && one !== other;
}

/**
 * "Get new tires, and I think Zoe needs a physical", but not "tell Dan the bus is late and Zoe
 * needs a ride".
 */
function isNeedOfOne(reading: Reading, from: number): boolean {
  return personInNeed(reading, from, ["needs", "wants"]) !== null;
}

function personInNeed(reading: Reading, from: number, verbs: string[]): string | null {
  const { tokens } = reading;
  const [subject, verb, thing] = tokens.slice(from, from + 3).map(({ word }) => word);
  // "I need wine".
  if (["i", "we"].includes(subject ?? "") && verb === "need" && thing !== "to") return "i";
  const start = readLeadIn(reading, from, tokens.length).at;
  const at = tokens[start]?.word === "the" ? start + 1 : start;
  const isPerson =
    tokens[at] !== undefined && (isPersonAt(reading, at) || children.has(tokens[at].word));
  const isInNeed = isPerson && verbs.includes(tokens[at + 1]?.word ?? "");
  return isInNeed ? tokens[at]!.word : null;
}

const children = wordSet("boys girls kids twins");

/** "The bag has to be packed by 2", "grandma's glasses need picking up". */
function isToBeDone({ tokens }: Reading, from: number, to: number): boolean {
  const words = tokens.slice(from, to).map(({ word }) => word);
  if (!determiners.has(words[0]!) && words[1] !== "'s") return false;
  const at = words.findIndex((word) => ["need", "needs", "has", "have", "must"].includes(word));
  if (at < 1 || at > 6) return false;
  const [next = "", after = ""] = words.slice(at + 1);
  const isPassive = (next === "to" && after === "be") || (words[at] === "must" && next === "be");
  return isPassive || (words[at]!.startsWith("need") && /^\p{Ll}{2,}(?:ing|ed)$/u.test(next));
}

/** "Clean the garage. Haircut?" */
function isChore({ tokens, timeAt }: Reading, from: number, to: number): boolean {
  const words = wordsIn(from, to).filter((at) => tokens[at]!.type === "word" && !timeAt[at]);
  return words.length > 0 && words.length < 4 && choreWords.has(tokens[words.at(-1)!]!.word);
}

/** "Buy goggles; Zoe to the hairdresser at 4". */
function isEventOf({ tokens, timeAt, scan }: Reading, from: number, to: number): boolean {
  const isTimed = timeAt.slice(from, to).some((time) => time?.role === "due" && time.when.clock);
  const isNarrative = tokens
    .slice(from, to)
    .some(({ word }) => finiteVerbs.has(word) || pastVerbs.has(word));
  // "Charge the camera; game is at 9".
  const first = tokens[tokens[from]?.word === "the" ? from + 1 : from]?.word ?? "";
  if (isTimed && appointmentWords.has(first)) return true;
  return isTimed && !isNarrative && scan.names.has(tokens[from]?.word ?? "");
}

/** "Greta's flight lands Wednesday". */
export function happens({ tokens }: Reading, from: number, to: number): boolean {
  return tokens.slice(from + 1, to).some(({ word }) => happeningVerbs.has(word));
}

const happeningVerbs = wordSet(
  "lands arrives departs leaves starts begins ends opens closes boards",
);

export function isPersonAt({ tokens, scan }: Reading, at: number): boolean {
  return scan.names.has(tokens[at]!.word) || kinshipWords.has(tokens[at]!.word);
}

function wordsIn(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}
