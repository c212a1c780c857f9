import type { Scan } from "../grammar/engine/types.ts";
import { canStartTime, readCue, readTail, readWhen } from "../grammar/grammar.ts";
import type { Cue, Need, TimePhrase, When } from "../types.ts";
import { isCorrection } from "./corrections.ts";
import { joinWhen, mayJoinNeighbor, mayLead } from "./join.ts";
import { roleOf } from "./roles.ts";

/** Finds all that is said about time, from left to right. */
export function findTimePhrases(scan: Scan): TimePhrase[] {
  const phrases: TimePhrase[] = [];
  let at = 0;
  while (at < scan.tokens.length) {
    const last = phrases.at(-1);
    const phrase =
      canStartTime(scan.tokens[at]!) && readPhrase(scan, at, last !== undefined && isCorrection(scan, last.to, at));
    if (phrase && phrase.role !== "none") phrases.push(phrase);
    at = phrase ? phrase.to : at + 1;
  }
  return phrases;
}

function readPhrase(scan: Scan, from: number, isCorrection: boolean): TimePhrase | null {
  const first = readPiece(scan, from);
  if (!first) return null;
  let { when, to, cue } = first;
  let isConfirmed = first.isConfirmed || isCorrection;
  while (!when.isIgnored) {
    const next = readPiece(scan, skipSeparator(scan, to));
    const both = next && !next.when.isIgnored && joinWhen(when, next.when);
    if (!both || !(isConfirmed || next.isConfirmed)) break;
    if (!next.isConfirmed && !mayJoinNeighbor(scan, next)) break;
    if (!isConfirmed && !(mayJoinNeighbor(scan, first) && mayLead(scan, first))) break;
    when = both;
    to = next.to;
    cue = strongerCue(cue, next.cue);
    isConfirmed = true;
  }
  if (!isConfirmed) return null;
  while (readTail(scan, to)) to = readTail(scan, to)!.next;
  const phrase = { from, to, when, cue };
  return { ...phrase, role: roleOf(scan, phrase) };
}

interface Piece {
  /** Where its reading begins, after its cue. */
  readFrom: number;
  to: number;
  when: When;
  cue: Cue | null;
  /** True when it can only be a time, or its cue makes it one. */
  isConfirmed: boolean;
}

/** One reading with the cues before it. A cue that begins a longer reading belongs to that: "in 20 minutes". */
function readPiece(scan: Scan, from: number): Piece | null {
  const bare = readWhen(scan, from);
  for (const { cue, to } of readCues(scan, from)) {
    const cued = readWhen(scan, to);
    if (!cued || cued.next <= (bare?.next ?? 0) || (isTopic(scan, from) && !cued.value.clock)) continue;
    return { readFrom: to, to: cued.next, when: cued.value, cue, isConfirmed: isConfirmedBy(cued.value, cue.confirms) };
  }
  return (
    bare && { readFrom: from, to: bare.next, when: bare.value, cue: null, isConfirmed: isConfirmedBy(bare.value, []) }
  );
}

/** Two cues together ("for around 5"), or one. */
function readCues(scan: Scan, from: number): { cue: Cue; to: number }[] {
  const first = readCue(scan, from);
  if (!first) return [];
  const one = { cue: first.value, to: first.next };
  const second = readCue(scan, first.next);
  if (!second) return [one];
  const confirms = [...first.value.confirms, ...second.value.confirms];
  return [{ cue: { ...strongerCue(first.value, second.value)!, confirms }, to: second.next }, one];
}

/** "About Friday" is what a call is about; "about 5" is a time. */
function isTopic(scan: Scan, at: number): boolean {
  return scan.tokens[at]!.word === "about";
}

function isConfirmedBy({ needs }: When, confirms: readonly Need[]): boolean {
  return needs === undefined || confirms.includes(needs);
}

function strongerCue(one: Cue | null, other: Cue | null): Cue | null {
  const strength = (cue: Cue | null) => (cue ? ["purpose", "plain", "deadline"].indexOf(cue.type) : -1);
  return strength(other) > strength(one) ? other : one;
}

function skipSeparator(scan: Scan, at: number): number {
  const isBetween = [",", "-", "("].includes(scan.tokens[at]?.word ?? "") && at + 1 < scan.tokens.length;
  return isBetween ? at + 1 : at;
}
