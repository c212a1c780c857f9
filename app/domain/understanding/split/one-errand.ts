import {
  contactVerbs,
  leadingVerbs,
  motionVerbs,
  separateContacts,
  takingVerbs,
  verbsDoneByCalling,
  verbsDoneByTalking,
  verbsDoneThere,
} from "../lexicon/several/errand-pairs.ts";
import { isErrand } from "../lexicon/errands.ts";
import { kinshipWords } from "../lexicon/names.ts";
import type { Reading } from "../resolve/reading.ts";
import type { Separator } from "./boundaries.ts";
import type { RequestStart } from "./request-start.ts";

export interface Clause {
  start: RequestStart;
  from: number;
  to: number;
}

/**
 * "Stop by the bakery and get bread", "take the car in and get the oil changed", "call the vet and
 * book a checkup".
 */
export function isOneErrand(
  reading: Reading,
  left: Clause,
  right: Clause,
  separator: Separator,
): boolean {
  const { tokens } = reading.scan;
  const [first, second] = [tokens[left.start.at]!.word, tokens[right.start.at]!.word];
  if (motionVerbs.has(first) || isLeadingSomeone(reading, left)) return true;
  // "Drop off the library books and get stamps", "drop soup at Greta's and get stamps" go to two
  // places.
  const isDropOff =
    (tokens[left.start.at + 1]!.word === "off" || (first === "drop" && !isParted(reading, left))) &&
    second === "get" &&
    !isPerson(reading, left.start.objectAt);
  if (takingVerbs.has(first) && verbsDoneThere.has(second))
    return separator !== "then" && !isDropOff;
  // An order is placed by phone: "call the pharmacy and order the refill".
  if (second === "order" && ["email", "text", "message", "write"].includes(first)) return false;
  return contactVerbs.has(first) && separator !== "then" && isCallFor(reading, left, right, second);
}

/** "Help Leo pack and make his bed": Leo may do both. */
export function isLeadingSomeone(reading: Reading, { start, to }: Clause): boolean {
  const { tokens } = reading.scan;
  if (!leadingVerbs.has(tokens[start.at]!.word)) return false;
  return (
    isPerson(reading, start.objectAt) &&
    tokens.slice(start.objectAt + 1, to).some(({ word }) => isErrand(word) || word === "to")
  );
}

/**
 * A call to a vet books something, and a call to mom tells her something; a dentist to be booked is
 * called separately.
 */
function isCallFor(reading: Reading, left: Clause, right: Clause, verb: string): boolean {
  const { tokens } = reading.scan;
  if (isPerson(reading, left.start.objectAt)) return verbsDoneByTalking.has(verb);
  // "Call Dr. Patel and tell the school nurse".
  if (verbsToOthers.has(verb) && tokens[right.start.objectAt]!.word === "the") return false;
  // "Call the pharmacy and make Greta an appointment".
  const other = tokens[right.start.objectAt]!.word;
  if (
    reading.scan.names.has(other) &&
    !tokens.slice(left.from, left.to).some(({ word }) => word.startsWith(other))
  )
    return false;
  const isSeparateCall = tokens
    .slice(right.start.objectAt, right.to)
    .some(({ word }) => separateContacts.has(word));
  return verbsDoneByTalking.has(verb) || (verbsDoneByCalling.has(verb) && !isSeparateCall);
}

const verbsToOthers = new Set(["tell", "remind", "thank", "invite", "text", "email"]);

/** "Drop the car off". */
function isParted({ tokens }: Reading, { start, to }: Clause): boolean {
  return tokens.slice(start.objectAt, to).some(({ word }) => word === "off");
}

function isPerson({ scan: { tokens, names } }: Reading, at: number): boolean {
  const { word } = tokens[tokens[at]!.word === "my" ? at + 1 : at]!;
  return names.has(word) || kinshipWords.has(word);
}
