import { partThings } from "../grammar/times/day-parts.ts";
import { dayParts } from "../lexicon/calendar.ts";
import { connectingWords } from "../lexicon/connecting.ts";
import type { Reading } from "../resolve/reading.ts";
import type { Token } from "../types.ts";
import type { Boundary } from "./boundaries.ts";

/** "Saturday morning the market, after lunch cut the hedge": a time opens both parts. */
export function isTimeLed(
  { tokens, timeAt, nextTimeAt }: Reading,
  { at, next, separator }: Boundary,
  start: number,
): boolean {
  // "Today is laundry and bills. Tomorrow is floors."
  const isDay = separator === "sentence" && nextTimeAt[0]! < at && timeAt[next]?.when.day;
  return (isDay ? [next] : [start, next]).every((from) => {
    const time = timeAt[from];
    const after = time?.from === from && time.role === "due" ? tokens[time.to] : undefined;
    return (
      after?.type === "word" &&
      time!.to < (from === start ? at : tokens.length) &&
      !connectingWords.has(after.word)
    );
  });
}

/** "Tomorrow am dentist, pm oil change": parts of one day open both. */
export function isPartLed({ tokens, timeAt }: Reading, { next }: Boundary, start: number): boolean {
  const [time, part, after] = [timeAt[start], tokens[next], tokens[next + 1]];
  const opensWithPart = time?.from === start && time.role === "due" && time.when.part !== undefined;
  if (!opensWithPart && !isPartWord(tokens[start])) return false;
  return (
    isPartWord(part) &&
    after?.type === "word" &&
    !connectingWords.has(after.word) &&
    !partThings.has(after.word)
  );
}

function isPartWord(token: Token | undefined): boolean {
  return token !== undefined && (token.word in dayParts || ["am", "pm"].includes(token.word));
}
