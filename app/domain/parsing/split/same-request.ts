import {
  CALLED_THEMSELVES,
  CONTACTING,
  DONE_BY_CALLING,
  DONE_BY_TALKING,
  DONE_THERE,
  GOES_WITH_IT,
  GOING,
  isErrand,
  KIN,
  LEADING,
  REFERRING,
  TAKING,
} from "../lexicon/errands.ts";
import type { Reading } from "../resolve/reading.ts";
import type { Joint } from "./boundaries.ts";
import type { Beginning } from "./request-start.ts";

/** A request within a text: how it begins, and its last token but one. */
export interface Clause {
  beginning: Beginning;
  from: number;
  to: number;
}

/** True when the second of two requests is a part of the first: it does more with the same thing. */
export function belongsTogether(reading: Reading, left: Clause, right: Clause, joint: Joint): boolean {
  if (right.beginning.isAsked) return false;
  if (refersBack(reading, right)) return true;
  if (left.beginning.kind !== right.beginning.kind && joint !== "sentence") return isAppendix(reading, left, right);
  if (joint === "sentence" || right.beginning.isAnew) return goesWithIt(reading, right);
  if (left.beginning.kind === "appointment")
    return !hasClock(reading, left) || !hasClock(reading, right) || !isSameKindOfName(reading, left, right);
  if (hasClock(reading, left) && hasClock(reading, right)) return isLed(reading, left);
  return goesWithIt(reading, right) || isOneErrand(reading, left, right) || isSubordinate(reading, left);
}

/** "Wash the car and dry it", "call mom and tell her": but a person named first may be meant. */
function refersBack({ scan: { tokens, names } }: Reading, { beginning, to }: Clause): boolean {
  for (let at = beginning.objectAt; at < Math.max(to, beginning.objectAt + 1); at += 1) {
    const { word, said } = tokens[at]!;
    if (REFERRING.has(word)) return true;
    if (names.has(word) || KIN.has(word) || (/^\p{Lu}\p{Ll}/u.test(said) && at > 0)) return false;
  }
  return false;
}

/** After "dentist at 3" only an errand is another task; "pick up Ben at 3 and Ines at 5" is one. */
function isAppendix(reading: Reading, left: Clause, right: Clause): boolean {
  return right.beginning.kind === "appointment" || !hasClock(reading, left) || goesWithIt(reading, right);
}

function isSameKindOfName({ scan: { tokens, names } }: Reading, left: Clause, right: Clause): boolean {
  const isNamed = ({ from, to }: Clause) => tokens.slice(from, to).some(({ word }) => names.has(word));
  return isNamed(left) === isNamed(right);
}

function goesWithIt({ scan: { tokens } }: Reading, { beginning }: Clause): boolean {
  return GOES_WITH_IT.has(tokens[beginning.at]!.word);
}

function isOneErrand(reading: Reading, left: Clause, right: Clause): boolean {
  const { tokens } = reading.scan;
  const [first, second] = [tokens[left.beginning.at]!.word, tokens[right.beginning.at]!.word];
  if (GOING.has(first) || isLed(reading, left)) return true;
  if (TAKING.has(first) && DONE_THERE.has(second)) return true;
  return CONTACTING.has(first) && isCallFor(reading, left, right, second);
}

/** One calls the vet to make an appointment, and mom to tell her; the dentist is called himself. */
function isCallFor(reading: Reading, left: Clause, right: Clause, verb: string): boolean {
  const { tokens } = reading.scan;
  if (isPerson(reading, left.beginning.objectAt)) return DONE_BY_TALKING.has(verb);
  const isOfOthers = tokens.slice(right.beginning.objectAt, right.to).some(({ word }) => CALLED_THEMSELVES.has(word));
  return DONE_BY_TALKING.has(verb) || (DONE_BY_CALLING.has(verb) && !isOfOthers);
}

function isPerson({ scan: { tokens, names } }: Reading, at: number): boolean {
  const { word } = tokens[tokens[at]!.word === "my" ? at + 1 : at]!;
  return names.has(word) || KIN.has(word);
}

/** "Help Leo pack and make his bed": the second may be what Leo is helped with. */
function isLed(reading: Reading, { beginning, to }: Clause): boolean {
  const { tokens } = reading.scan;
  if (!LEADING.has(tokens[beginning.at]!.word)) return false;
  return (
    isPerson(reading, beginning.objectAt) &&
    tokens.slice(beginning.objectAt + 1, to).some(({ word }) => isErrand(word) || word === "to")
  );
}

/** "When Emma is home feed the cat and …", "call the plumber to fix the sink and …": more of the same sentence. */
function isSubordinate({ scan: { tokens } }: Reading, { beginning, to }: Clause): boolean {
  const words = tokens.slice(beginning.at, to).map(({ word }) => word);
  return (
    words.some((word) => SUBORDINATING.has(word)) ||
    words.some((word, index) => word === "to" && isErrand(words[index + 1] ?? ""))
  );
}

const SUBORDINATING = new Set(
  "if when whenever unless because while since so that which who whose whether where how what why either both between or".split(
    " ",
  ),
);

function hasClock({ timeAt }: Reading, { from, to }: Clause): boolean {
  return timeAt.slice(from, to).some((time) => time?.when.clock ?? time?.when.part);
}
