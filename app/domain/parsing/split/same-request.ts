import {
  contactVerbs,
  continuationVerbs,
  isErrand,
  kinshipWords,
  leadingVerbs,
  motionVerbs,
  referringWords,
  separateContacts,
  takingVerbs,
  verbsDoneByCalling,
  verbsDoneByTalking,
  verbsDoneThere,
} from "../lexicon/errands.ts";
import { wordSet } from "../lexicon/word-set.ts";
import type { Reading } from "../resolve/reading.ts";
import type { Separator } from "./boundaries.ts";
import type { RequestStart } from "./request-start.ts";

/** A request within a text: how it begins, and its last token but one. */
export interface Clause {
  start: RequestStart;
  from: number;
  to: number;
}

/** True when the second of two requests is a part of the first: it does more with the same thing. */
export function isSameRequest(reading: Reading, left: Clause, right: Clause, joint: Separator): boolean {
  if (right.start.isDelegated) return false;
  if (refersBack(reading, right)) return true;
  if (left.start.type !== right.start.type && joint !== "sentence") return isAddition(reading, left, right);
  if (joint === "sentence" || right.start.isNewRequest) return continuesErrand(reading, right);
  if (left.start.type === "appointment")
    return !hasClock(reading, left) || !hasClock(reading, right) || !isSameKindOfName(reading, left, right);
  if (hasClock(reading, left) && hasClock(reading, right)) return isLeadingSomeone(reading, left);
  return continuesErrand(reading, right) || isOneErrand(reading, left, right) || isSubordinate(reading, left);
}

/** "Wash the car and dry it", "call mom and tell her": but a person named first may be meant. */
function refersBack({ scan: { tokens, names } }: Reading, { start, to }: Clause): boolean {
  for (let at = start.objectAt; at < Math.max(to, start.objectAt + 1); at += 1) {
    const { word, text } = tokens[at]!;
    if (referringWords.has(word)) return true;
    if (names.has(word) || kinshipWords.has(word) || (/^\p{Lu}\p{Ll}/u.test(text) && at > 0)) return false;
  }
  return false;
}

/** After "dentist at 3" only an errand is another task; "pick up Ben at 3 and Ines at 5" is one. */
function isAddition(reading: Reading, left: Clause, right: Clause): boolean {
  return right.start.type === "appointment" || !hasClock(reading, left) || continuesErrand(reading, right);
}

function isSameKindOfName({ scan: { tokens, names } }: Reading, left: Clause, right: Clause): boolean {
  const isNamed = ({ from, to }: Clause) => tokens.slice(from, to).some(({ word }) => names.has(word));
  return isNamed(left) === isNamed(right);
}

function continuesErrand({ scan: { tokens } }: Reading, { start }: Clause): boolean {
  return continuationVerbs.has(tokens[start.at]!.word);
}

function isOneErrand(reading: Reading, left: Clause, right: Clause): boolean {
  const { tokens } = reading.scan;
  const [first, second] = [tokens[left.start.at]!.word, tokens[right.start.at]!.word];
  if (motionVerbs.has(first) || isLeadingSomeone(reading, left)) return true;
  if (takingVerbs.has(first) && verbsDoneThere.has(second)) return true;
  return contactVerbs.has(first) && isCallFor(reading, left, right, second);
}

/** One calls the vet to make an appointment, and mom to tell her; the dentist is called himself. */
function isCallFor(reading: Reading, left: Clause, right: Clause, verb: string): boolean {
  const { tokens } = reading.scan;
  if (isPerson(reading, left.start.objectAt)) return verbsDoneByTalking.has(verb);
  const isOfOthers = tokens.slice(right.start.objectAt, right.to).some(({ word }) => separateContacts.has(word));
  return verbsDoneByTalking.has(verb) || (verbsDoneByCalling.has(verb) && !isOfOthers);
}

function isPerson({ scan: { tokens, names } }: Reading, at: number): boolean {
  const { word } = tokens[tokens[at]!.word === "my" ? at + 1 : at]!;
  return names.has(word) || kinshipWords.has(word);
}

/** "Help Leo pack and make his bed": the second may be what Leo is helped with. */
function isLeadingSomeone(reading: Reading, { start, to }: Clause): boolean {
  const { tokens } = reading.scan;
  if (!leadingVerbs.has(tokens[start.at]!.word)) return false;
  return (
    isPerson(reading, start.objectAt) &&
    tokens.slice(start.objectAt + 1, to).some(({ word }) => isErrand(word) || word === "to")
  );
}

/** "When Emma is home feed the cat and …", "call the plumber to fix the sink and …": more of the same sentence. */
function isSubordinate({ scan: { tokens } }: Reading, { start, to }: Clause): boolean {
  const words = tokens.slice(start.at, to).map(({ word }) => word);
  return (
    words.some((word) => subordinators.has(word)) ||
    words.some((word, index) => word === "to" && isErrand(words[index + 1] ?? ""))
  );
}

const subordinators = wordSet(
  "if when whenever unless because while since so that which who whose whether where how what why either both between or",
);

function hasClock({ timeAt }: Reading, { from, to }: Clause): boolean {
  return timeAt.slice(from, to).some((time) => time?.when.clock ?? time?.when.part);
}
