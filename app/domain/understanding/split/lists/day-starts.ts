import type { Reading } from "#app/domain/understanding/resolve/reading.ts";
import type { Boundary } from "../boundaries.ts";
import { findRequestStart } from "../request-start.ts";

/**
 * "Monday call the vet Tuesday call the bank": a day before a verb starts a part, if the part
 * before has one too.
 */
export function findDayStarts(reading: Reading): Boundary[] {
  const { tokens, timeAt } = reading;
  const starts = [...new Set(timeAt)].filter(
    (time) => time !== undefined && time.role === "due" && time.when.day,
  );
  return starts.flatMap((time, index) => {
    const before = starts[index - 1];
    const isStart =
      before && time && time.from > before.to && tokens[time.from - 1]!.type === "word";
    const isAbout = (to: number) =>
      ["is", "'s"].includes(tokens[to]?.word ?? "") && tokens[to + 1]?.type === "word";
    // The verb of the next line is not this day's.
    const goesOn = (to: number) => tokens[to]?.startsLine !== true;
    const hasVerbs =
      isStart &&
      [before, time].every(({ to }) => goesOn(to) && (startsAt(reading, to) || isAbout(to)));
    return hasVerbs
      ? [{ at: time.from, next: time.from, separator: "also" as const, isNewLine: false }]
      : [];
  });
}

function startsAt(reading: Reading, at: number): boolean {
  const end = Math.min(at + 4, reading.tokens.length);
  return at < end && findRequestStart(reading, at, end, false)?.at === at;
}
