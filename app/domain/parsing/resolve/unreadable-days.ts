import type { Scan } from "../grammar/engine/types.ts";
import { canStartTime } from "../grammar/grammar.ts";
import { nameOfDayEnds } from "../lexicon/unreadable-days.ts";
import type { TimePhrase } from "../types.ts";

const maxWords = 4;

/** "On Zoe's birthday", "by sports day": a day that only the family knows. */
export function readNamedDay({ tokens }: Scan, from: number): TimePhrase | null {
  if (!["on", "by"].includes(tokens[from]!.word)) return null;
  for (let at = from + 1; at <= from + maxWords && tokens[at]; at += 1) {
    const { word, type } = tokens[at]!;
    if (word === "'s") continue;
    if (type !== "word" || (word !== "the" && canStartTime(tokens[at]!) && !nameOfDayEnds.has(word))) return null;
    if (!nameOfDayEnds.has(word) || at === from + 1) continue;
    const isWhole =
      tokens[at + 1]?.type !== "word" || ["at", "by", "before", "after", "we", "i"].includes(tokens[at + 1]!.word);
    const when = { isIgnored: true, blocks: "clock" } as const;
    return isWhole ? { from, to: at + 1, when, cue: null, role: "none" } : null;
  }
  return null;
}
