import type { Scan } from "../grammar/engine/types.ts";
import { lookingVerbs } from "../lexicon/connecting.ts";
import { readCue, readWhen } from "../grammar/grammar.ts";
import type { Cue, Need, When } from "../types.ts";

export interface Piece {
  readFrom: number;
  to: number;
  when: When;
  cue: Cue | null;
  /** True if it is unambiguous, or its cue makes it so. */
  isConfirmed: boolean;
}

/** Takes the longer match, with or without cues: "in" is part of "in 20 minutes". */
export function readPiece(scan: Scan, from: number): Piece | null {
  const bare = readWhen(scan, from);
  for (const { cue, to } of readCues(scan, from)) {
    const cued = readWhen(scan, to);
    if (!cued || cued.next <= (bare?.next ?? 0) || (isTopic(scan, from) && !cued.value.clock))
      continue;
    return {
      readFrom: to,
      to: cued.next,
      when: cued.value,
      cue,
      isConfirmed: isConfirmedBy(cued.value, cue.confirms),
    };
  }
  if (!bare) return null;
  return {
    readFrom: from,
    to: bare.next,
    when: bare.value,
    cue: null,
    isConfirmed: isConfirmedBy(bare.value, []),
  };
}

/** Returns the ways to read the cues at a token, longest first: "for around", then "for". */
function readCues(scan: Scan, from: number): { cue: Cue; to: number }[] {
  const first = readCue(scan, from);
  if (!first) return [];
  const one = { cue: first.value, to: first.next };
  const second = readCue(scan, first.next);
  if (!second) return [one];
  const confirms = [...first.value.confirms, ...second.value.confirms];
  return [{ cue: { ...strongerCue(first.value, second.value)!, confirms }, to: second.next }, one];
}

/** "About Friday" is a topic; "about 5" is a time. "Looked at Friday" keeps its "at". */
function isTopic({ tokens }: Scan, at: number): boolean {
  const { word } = tokens[at]!;
  return word === "about" || (word === "at" && lookingVerbs.has(tokens[at - 1]?.word ?? ""));
}

function isConfirmedBy({ needs }: When, confirms: readonly Need[]): boolean {
  return needs === undefined || confirms.includes(needs);
}

export function strongerCue(one: Cue | null, other: Cue | null): Cue | null {
  const strength = (cue: Cue | null) =>
    cue ? ["purpose", "plain", "deadline"].indexOf(cue.type) : -1;
  return strength(other) > strength(one) ? other : one;
}
