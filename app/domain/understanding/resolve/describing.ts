import type { Scan } from "../grammar/engine/types.ts";
import { connectingWords } from "../lexicon/connecting.ts";
import { determiners, isErrand, referringWords } from "../lexicon/errands.ts";
import { subjectPronouns } from "../lexicon/letters.ts";
import { kinshipWords } from "../lexicon/names.ts";
import { wordSet } from "../lexicon/word-set.ts";
import { appointmentWords, eventWords } from "../lexicon/occasions.ts";
import type { TimePhrase } from "../types.ts";

type Phrase = Omit<TimePhrase, "role">;

/** "Order Monday brand shampoo": a day between a verb and a thing may describe the thing. */
export function mayDescribe({ tokens, names }: Scan, { from, to, when, cue }: Phrase): boolean {
  const [before, after] = [tokens[from - 1], tokens[to]];
  const isForThing = cue?.type === "purpose" && !when.isHoliday;
  if ((cue && !isForThing) || when.part || (when.day && when.clock) || !before) return false;
  const isAfterAdjective =
    adjectives.has(before.word) && determiners.has(tokens[from - 2]?.word ?? "");
  // "A size 8 Saturday jersey".
  const isAfterLabel =
    before.type === "number" && ["size", "sz"].includes(tokens[from - 2]?.word ?? "");
  if (
    !isForThing &&
    !isAfterLabel &&
    !isAfterAdjective &&
    !isErrand(before.word) &&
    !(particles.has(before.word) && isErrand(tokens[from - 2]?.word ?? "")) &&
    !["a", "an", "the", "'s", "my", "our", "her", "his"].includes(before.word)
  )
    return false;
  if (after?.type !== "word" || names.has(after.word) || isErrand(after.word)) return false;
  return ![
    subjectPronouns,
    connectingWords,
    determiners,
    referringWords,
    kinshipWords,
    appointmentWords,
    eventWords,
  ].some((words) => words.has(after.word));
}

/** "Pick up 5/16 drill bits". */
const particles = wordSet("up out off down over");

/** "The good Sunday tablecloth". */
const adjectives = wordSet("good best nice old new big little fancy usual regular white red blue");

/**
 * A bare weekday, month or "9/16" before a thing is likelier its name than its date; "Friday's
 * trip" is on that day.
 */
export function isPartOfName({ tokens }: Scan, { from, to, when, cue }: Phrase): boolean {
  if (tokens[to]?.word === "'s") return false;
  const isSlashed = !cue && to - from === 3 && tokens[from + 1]!.word === "/";
  return !when.day || when.repetition !== undefined || isSlashed || to - from === (cue ? 2 : 1);
}
