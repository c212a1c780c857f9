import { isErrand } from "../lexicon/errands.ts";
import type { Reading } from "../resolve/reading.ts";
import type { Boundary } from "./boundaries.ts";
import { readLeadIn } from "./lead-in.ts";
import { findRequestStart } from "./request-start.ts";
import { isSameRequest } from "./same-request.ts";

export function isBetweenRequests(reading: Reading, boundaries: Boundary[], index: number, start: number): boolean {
  const boundary = boundaries[index]!;
  const { at, next, separator } = boundary;
  if (isWithinTime(reading, boundary) || isWithinName(reading, boundary)) return false;
  const verbAt = readLeadIn(reading, next, reading.tokens.length).at;
  let later = index + 1;
  while (boundaries[later] && boundaries[later]!.at <= verbAt) later += 1;
  const end = boundaries[later]?.at ?? reading.tokens.length;
  const second = findRequestStart(reading, next, end, separator === "and" || separator === "also");
  const first = second && findRequestStart(reading, start, at, false);
  if (!first || first.objectAt >= at || sharesObject(reading, at)) return false;
  const left = { start: first, from: start, to: at };
  const right = { start: second, from: next, to: end };
  return !isSameRequest(reading, left, right, separator);
}

/** "Feed the cat and wash | and fold the laundry". */
function sharesObject({ tokens }: Reading, at: number): boolean {
  return (
    tokens[at]!.word !== "," && isErrand(tokens[at - 1]!.word) && ["and", "&", ","].includes(tokens[at - 2]?.word ?? "")
  );
}

/** "Between 2 and 4", "on Monday and Wednesday". */
function isWithinTime({ timeAt }: Reading, { at }: Boundary): boolean {
  const time = timeAt[at];
  return time !== undefined && time.from < at && time.when.exceedsDueDate === true;
}

/** "Stop and Shop". */
function isWithinName({ tokens }: Reading, { next, separator }: Boundary): boolean {
  const [before, after] = [tokens[next - 1]!, tokens[next]];
  if (separator !== "and" || before.text !== "and") return false;
  return isErrand(after?.word ?? "") && /^\p{Lu}\p{Ll}/u.test(after!.text);
}
