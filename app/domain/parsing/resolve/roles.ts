import type { Scan } from "../grammar/engine/types.ts";
import { connectingWords } from "../lexicon/connecting.ts";
import { movingVerbs } from "../lexicon/errand-pairs.ts";
import { eventWords, planningWords } from "../lexicon/occasions.ts";
import { wordSet } from "../lexicon/word-set.ts";
import type { Role, TimePhrase, When } from "../types.ts";

export function roleOf(scan: Scan, phrase: Omit<TimePhrase, "role">): Role {
  const { from, to, when, cue } = phrase;
  if (when.isIgnored || isWithinWord(scan, phrase) || isName(scan, phrase)) return "none";
  const first = scan.tokens[from]!;
  const before = scan.tokens[from - 1]?.word ?? "";
  const after = scan.tokens[to];
  const startsWithCue = cue !== null && scan.readers.cue(scan, from) !== null;
  if (!startsWithCue && topicPrepositions.has(before) && (when.day ?? !when.clock)) return "none";
  if (before === "was" || before === "were") return "none";
  if (after?.word === "'s" && after.isAttached) return ["a", "an"].includes(before) ? "none" : "event";
  if (isMoved(scan, phrase) || (["a", "an"].includes(before) && when.day && !when.isHoliday)) return "event";
  if (from > 0 && eventPrepositions.has(first.word) && after && eventWords.has(after.word)) return "event";
  if (!when.isHoliday || when.clock || when.part) return "due";

  const isPurpose = cue?.type === "purpose";
  const isBeforeThing = after?.type === "word" && !connectingWords.has(after.word);
  if (isBeforeThing && eventWords.has(after.word)) return "event";
  if (isBeforeThing) return cue && !isPurpose ? "due" : "none";
  const isPlanned = !cue && (planningWords.has(before) || (from === 0 && after?.type === "word"));
  return isPurpose || isPlanned ? "occasion" : "due";
}

/** "Monday.com", "post-Christmas", "school.org/2026/10/12". */
function isWithinWord({ tokens }: Scan, { from, to }: { from: number; to: number }): boolean {
  const symbol = tokens[from]!.isAttached ? tokens[from - 1]?.word : undefined;
  if (symbol === "/" || (symbol === "-" && tokens[from]!.type === "word")) return true;
  return tokens[to]?.word === "." && tokens[to].isAttached && tokens[to + 1]?.isAttached === true;
}

/** "After Eight mints": nobody writes a clock time with capitals, except in a title. */
function isName({ tokens }: Scan, { from, to, when }: { from: number; to: number; when: When }): boolean {
  if (!when.clock || when.day || to - from < 2) return false;
  const isCapital = (at: number) => /^\p{Lu}/u.test(tokens[at]?.text ?? "");
  return !isCapital(from - 1) && from > 0 && tokens.slice(from, to).every((_, at) => isCapital(from + at));
}

/** "Before Sunday brunch" names an event; "on Sunday brunch with Rose" sets a date. */
const eventPrepositions = wordSet("before after for until from");

/** "Move my two o'clock". */
function isMoved({ tokens }: Scan, { from, when }: Omit<TimePhrase, "role">): boolean {
  return !when.day && owners.has(tokens[from - 1]?.word ?? "") && movingVerbs.has(tokens[from - 2]?.word ?? "");
}

const owners = wordSet("my our his her their your the");

const topicPrepositions = wordSet("about regarding re of than like with");
