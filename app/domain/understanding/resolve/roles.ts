import type { Scan } from "../grammar/engine/types.ts";
import { monthNumbers, weekdayNumbers } from "../lexicon/calendar.ts";
import { connectingWords } from "../lexicon/connecting.ts";
import { isErrand } from "../lexicon/errands.ts";
import { subjectPronouns } from "../lexicon/letters.ts";
import { movingVerbs } from "../lexicon/several/errand-pairs.ts";
import { appointmentWords, eventWords, planningWords } from "../lexicon/occasions.ts";
import { isPartOfName, mayDescribe } from "./describing.ts";
import { wordSet } from "../lexicon/word-set.ts";
import type { Role, TimePhrase, Token } from "../types.ts";

export function roleOf(scan: Scan, phrase: Omit<TimePhrase, "role">): Role {
  const { from, to, when, cue } = phrase;
  if (when.isIgnored || isWithinWord(scan, phrase) || isName(scan, phrase)) return "none";
  const first = scan.tokens[from]!;
  const before = scan.tokens[from - 1]?.word ?? "";
  const after = scan.tokens[to];
  const startsWithCue = cue !== null && scan.readers.cue(scan, from) !== null;
  const isTopic =
    topicPrepositions.has(before) && !(before === "like" && isFiller(scan, from - 1, to));
  // "The train of 16h52 on Saturday".
  const isTimeOf = before === "of" && first.type === "number" && when.clock !== undefined;
  if (!startsWithCue && isTopic && !isTimeOf && (when.day ?? !when.clock)) return "none";
  if (before === "was" || before === "were") return "none";
  // "Frame the picture from October 3rd".
  if (first.word === "from" && records.has(before) && when.day && !when.clock && !when.repetition)
    return "none";
  if (after?.word === "'s" && after.isAttached)
    return ["a", "an"].includes(before) || isNameOwner(scan, phrase) ? "none" : "event";
  if (isDescribing(scan, phrase) || isForThing(scan, phrase)) return "event";
  if (isMoved(scan, phrase) || (["a", "an"].includes(before) && when.day && !when.isHoliday))
    return "event";
  if (from > 0 && eventPrepositions.has(first.word) && after && eventWords.has(after.word))
    return "event";
  if (!cue && first.word === "valentines" && to === from + 1 && from > 0) return "none";
  const isTitle = /^\p{Lu}/u.test(first.text) && /^\p{Lu}/u.test(after?.text ?? "");
  const media = isTitle ? [after, scan.tokens[to + 1]] : [after];
  const isAbout =
    !cue &&
    when.day &&
    [1, 2].some((offset) => factNouns.has(scan.tokens[to + offset]?.word ?? ""));
  if (isAbout && searchVerbs.has(scan.tokens[0]!.word)) return "none";
  if (!cue && when.day && media.some((token) => mediaNouns.has(token?.word ?? ""))) return "none";
  // "Make Tuesday tacos on Thursday".
  if (mayDescribe(scan, phrase) && isPartOfName(scan, phrase)) return "event";
  if (!when.isHoliday || when.clock || when.part) return "due";

  const isPurpose = cue?.type === "purpose";
  const isBeforeThing = after?.type === "word" && !connectingWords.has(after.word);
  if (isBeforeThing && eventWords.has(after.word)) return "event";
  if (isBeforeThing) return cue && !isPurpose ? "due" : "none";
  const isPlanned = !cue && (planningWords.has(before) || (from === 0 && after?.type === "word"));
  return isPurpose || isPlanned ? "occasion" : "due";
}

/** "Midnight's Children". */
function isNameOwner({ tokens, names }: Scan, { from, to }: { from: number; to: number }): boolean {
  const isCapital = (at: number) => /^\p{Lu}\p{Ll}/u.test(tokens[at]?.text ?? "");
  return from > 0 && isCapital(from) && isCapital(to + 1) && !names.has(tokens[to + 1]!.word);
}

/** "Monday.com", "post-Christmas", "school.org/2026/10/12". */
function isWithinWord({ tokens }: Scan, { from, to }: { from: number; to: number }): boolean {
  const symbol = tokens[from]!.isAttached ? tokens[from - 1]?.word : undefined;
  if (symbol === "/" || (symbol === "-" && tokens[from]!.type === "word")) return true;
  return tokens[to]?.word === "." && tokens[to].isAttached && tokens[to + 1]?.isAttached === true;
}

/**
 * "After Eight mints", "The Day After Tomorrow": nobody writes such times with capitals, except in
 * a title.
 */
function isName({ tokens }: Scan, { from, to, when, cue }: Omit<TimePhrase, "role">): boolean {
  const isDatePhrase = when.day
    ? to - from > 2 && tokens[to - 2]!.word === "after"
    : when.clock && to - from > 1;
  if (!isDatePhrase) return false;
  const isCapital = (at: number) => /^\p{Lu}/u.test(tokens[at]?.text ?? "");
  const start = when.day && cue && !isCapital(from) ? from + 1 : from;
  return (
    !isCapital(start - 1) &&
    start > 0 &&
    tokens.slice(start, to).every((_, at) => isCapital(start + at))
  );
}

const records = wordSet(
  "picture pictures photo photos pic pics video videos email emails receipt receipts notes message voicemail letter invoice charge leftovers",
);

/** "Look up Sunday service times". */
const factNouns = wordSet(
  "times time hours schedule menu prices price forecast weather lineup listings",
);
const searchVerbs = wordSet("look find google search research check see compare");

/** "Friday the 13th DVD". */
const mediaNouns = wordSet(
  "dvd soundtrack album poster bluray vinyl sequel trilogy podcast cookbook paperback audiobook",
);

/** The "like" of "so like the week after Easter". */
function isFiller({ tokens }: Scan, at: number, to: number): boolean {
  const isVague = tokens[to]?.word === "or" && tokens[to + 1]?.word === "something";
  if (isVague || (at > 1 && to === tokens.length && !wordsBeforeLike.has(tokens[at - 1]!.word)))
    return true;
  return at === 0 || ["so", "and", "maybe", "um", ","].includes(tokens[at - 1]!.word);
}

/** "It looks like Friday". */
const wordsBeforeLike = wordSet(
  "i we you they look looks looked feel feels sound sounds seem seems is was more much just",
);

/** "Before Sunday brunch" names an event; "on Sunday brunch with Rose" sets a date. */
const eventPrepositions = wordSet("before after for until from");

/** "Join the 5am club", "a 5 o'clock sign". */
function isDescribing(scan: Scan, { from, to, when, cue }: Omit<TimePhrase, "role">): boolean {
  return (
    !when.day &&
    !cue &&
    ["a", "an", "the"].includes(scan.tokens[from - 1]?.word ?? "") &&
    isThing(scan.tokens[to])
  );
}

/** "A recipe for Sunday gravy". */
function isForThing(
  { tokens, names }: Scan,
  { from, to, when, cue }: Omit<TimePhrase, "role">,
): boolean {
  const after = tokens[to];
  if (
    cue?.type !== "purpose" ||
    when.isHoliday ||
    when.clock ||
    when.part ||
    to - from > 3 ||
    from === 0
  )
    return false;
  const day = tokens[from + 1]!.word;
  const isDay = to - from === 2 ? day in weekdayNumbers : day in monthNumbers;
  if (!isDay || !isThing(after)) return false;
  return !names.has(after!.word) && !isErrand(after!.word);
}

function isThing(token: Token | undefined): boolean {
  if (token?.type !== "word" || subjectPronouns.has(token.word)) return false;
  return !connectingWords.has(token.word) && !appointmentWords.has(token.word);
}

/** "Move my two o'clock". */
function isMoved({ tokens }: Scan, { from, when }: Omit<TimePhrase, "role">): boolean {
  return (
    !when.day &&
    owners.has(tokens[from - 1]?.word ?? "") &&
    movingVerbs.has(tokens[from - 2]?.word ?? "")
  );
}

const owners = wordSet("my our his her their your the");

const topicPrepositions = wordSet("about regarding re of than like with");
