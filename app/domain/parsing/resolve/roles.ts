import type { Scan } from "../grammar/engine/types.ts";
import { connectingWords } from "../lexicon/connecting.ts";
import { eventWords, planningWords } from "../lexicon/occasions.ts";
import { wordSet } from "../lexicon/word-set.ts";
import type { Cue, Role, When } from "../types.ts";

/** Finds the role of a phrase. */
export function roleOf(scan: Scan, phrase: { from: number; to: number; when: When; cue: Cue | null }): Role {
  const { when, cue } = phrase;
  if (when.isIgnored || isWithinAWord(scan, phrase)) return "none";
  const said = scan.tokens[phrase.from]!;
  const before = scan.tokens[phrase.from - 1]?.word ?? "";
  const after = scan.tokens[phrase.to];
  if (!cue && topicPrepositions.has(before) && !when.clock) return "none";
  if (after?.word === "'s" && after.isAttached) return "event";
  if (phrase.from > 0 && eventPrepositions.has(said.word) && after && eventWords.has(after.word)) return "event";
  if (!when.isHoliday || when.clock || when.part) return "due";
  const isPurpose = cue?.type === "purpose";
  const isBeforeAThing = after?.type === "word" && !connectingWords.has(after.word);
  if (isBeforeAThing && eventWords.has(after.word)) return "event";
  if (isBeforeAThing) return cue && !isPurpose ? "due" : "none";
  const isPlanned = !cue && (planningWords.has(before) || (phrase.from === 0 && after?.type === "word"));
  return isPurpose || isPlanned ? "occasion" : "due";
}

/** "Monday.com", "post-Christmas", "school.org/2026/10/12". */
function isWithinAWord({ tokens }: Scan, { from, to }: { from: number; to: number }): boolean {
  const sign = tokens[from]!.isAttached ? tokens[from - 1]?.word : undefined;
  if (sign === "/" || (sign === "-" && tokens[from]!.type === "word")) return true;
  return tokens[to]?.word === "." && tokens[to].isAttached && tokens[to + 1]?.isAttached === true;
}

/** "Before Sunday brunch" and "for Friday practice" tell an event, "on Sunday brunch with Rose" the day of one. */
const eventPrepositions = wordSet("before after for until from");

const topicPrepositions = wordSet("about regarding re of than like with");
