import type { Scan } from "../grammar/engine/reader.ts";
import { CONNECTING } from "../lexicon/connecting.ts";
import { EVENTS, PLANS } from "../lexicon/occasions.ts";
import type { Cue, Role, When } from "../types.ts";

/** Finds the role of a phrase. */
export function roleOf(scan: Scan, phrase: { from: number; to: number; when: When; cue: Cue | null }): Role {
  const { when, cue } = phrase;
  if (when.isIgnored || isWithinAWord(scan, phrase)) return "none";
  const said = scan.tokens[phrase.from]!;
  const before = scan.tokens[phrase.from - 1]?.word ?? "";
  const after = scan.tokens[phrase.to];
  if (!cue && TOPICS.has(before) && !when.clock) return "none";
  if (after?.word === "'s" && after.isGlued) return "event";
  if (phrase.from > 0 && BEFORE_AN_EVENT.has(said.word) && after && EVENTS.has(after.word)) return "event";
  if (!when.isHoliday || when.clock || when.part) return "due";
  const isPurpose = cue?.kind === "purpose";
  const isBeforeAThing = after?.kind === "word" && !CONNECTING.has(after.word);
  if (isBeforeAThing && EVENTS.has(after.word)) return "event";
  if (isBeforeAThing) return cue && !isPurpose ? "due" : "none";
  const isPlanned = !cue && (PLANS.has(before) || (phrase.from === 0 && after?.kind === "word"));
  return isPurpose || isPlanned ? "occasion" : "due";
}

/** "Monday.com", "post-Christmas", "school.org/2026/10/12". */
function isWithinAWord({ tokens }: Scan, { from, to }: { from: number; to: number }): boolean {
  const sign = tokens[from]!.isGlued ? tokens[from - 1]?.word : undefined;
  if (sign === "/" || (sign === "-" && tokens[from]!.kind === "word")) return true;
  return tokens[to]?.word === "." && tokens[to].isGlued && tokens[to + 1]?.isGlued === true;
}

/** "Before Sunday brunch" and "for Friday practice" tell an event, "on Sunday brunch with Rose" the day of one. */
const BEFORE_AN_EVENT = new Set("before after for until from".split(" "));

const TOPICS = new Set("about regarding re of than like with".split(" "));
