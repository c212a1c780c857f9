import { contactVerbs } from "../lexicon/several/errand-pairs.ts";
import { connectingWords } from "../lexicon/connecting.ts";
import {
  continuationVerbs,
  determiners,
  isErrand,
  nonObjects,
  referringWords,
} from "../lexicon/errands.ts";
import { kinshipWords } from "../lexicon/names.ts";
import { wordSet } from "../lexicon/word-set.ts";
import type { Reading } from "../resolve/reading.ts";
import type { Separator } from "./boundaries.ts";
import { type Clause, isLeadingSomeone, isOneErrand } from "./one-errand.ts";

export function isSameRequest(
  reading: Reading,
  left: Clause,
  right: Clause,
  separator: Separator,
): boolean {
  if (right.start.isDelegated) return false;
  if (left.start.type === "errand" && hasOwnThing(reading, right))
    return isLeadingSomeone(reading, left);
  if (refersBack(reading, left, right, separator))
    return separator !== "then" || !hasOwnPlace(reading, right);
  if (left.start.type !== right.start.type && separator !== "sentence")
    return isAddition(reading, left, right);
  if (separator === "sentence" || right.start.isNewRequest) return continuesErrand(reading, right);
  if (left.start.type === "appointment")
    return (
      !hasClock(reading, left) || !hasClock(reading, right) || !areNamedAlike(reading, left, right)
    );
  if (hasClock(reading, left) && hasClock(reading, right)) return isLeadingSomeone(reading, left);
  const isAfterContact =
    contactVerbs.has(reading.tokens[left.start.at]!.word) &&
    reading.timeAt.slice(right.from, right.to).some(Boolean);
  return (
    (continuesErrand(reading, right) && !isAfterContact) ||
    isOneErrand(reading, left, right, separator) ||
    hasSubordinate(reading, left)
  );
}

/** "Wash the car and dry it", "call mom and tell her"; not after the name of another person. */
function refersBack(
  { scan: { tokens, names }, timeAt }: Reading,
  left: Clause,
  right: Clause,
  separator: Separator,
): boolean {
  const { start, to } = right;
  // "Return the size 10 boots and get 11".
  if (
    start.objectAt < to &&
    tokens.slice(start.objectAt, to).every(({ type }) => type === "number")
  )
    return true;
  // "Drain the pool. Cover the plants before it freezes."
  const end = separator === "sentence" ? Math.min(to, start.objectAt + 2) : to;
  const isSomebodys = tokens
    .slice(left.start.at, left.to)
    .some(
      ({ word, text }, at) =>
        names.has(word) ||
        kinshipWords.has(word) ||
        (/^\p{Lu}\p{Ll}/u.test(text) && at > 0 && word !== "i"),
    );
  for (let at = start.objectAt; at < Math.max(end, start.objectAt + 1); at += 1) {
    if (timeAt[at] || ((!isSomebodys || start.isNewRequest) && isOwner(tokens, at, to))) continue;
    const { word, text } = tokens[at]!;
    // "Get them a bottle of wine": the thing is new.
    const isRecipient = at === start.objectAt && ["them", "him", "her"].includes(word);
    if (isRecipient && ["a", "an", "some"].includes(tokens[at + 1]?.word ?? "")) return false;
    if (referringWords.has(word)) return true;
    if (names.has(word) || kinshipWords.has(word) || (/^\p{Lu}\p{Ll}/u.test(text) && at > 0))
      return false;
  }
  return false;
}

/** "Then pick them up at CVS", "then drop it at school by 5". */
function hasOwnPlace({ scan: { tokens }, timeAt }: Reading, { start, to }: Clause): boolean {
  return tokens.slice(start.objectAt, to).some(({ word }, at) => {
    const isPlace = placePrepositions.has(word) && !timeAt[start.objectAt + at];
    return isPlace || timeAt[start.objectAt + at]?.role === "due";
  });
}

const placePrepositions = wordSet("at to from");

/** "Call his brother", "a gift for their housewarming": the thing is new. */
function isOwner(tokens: Reading["scan"]["tokens"], at: number, to: number): boolean {
  const thing = ["next", "other", "new"].includes(tokens[at + 1]?.word ?? "") ? at + 2 : at + 1;
  const next = thing < to ? tokens[thing] : undefined;
  if (!ownerWords.has(tokens[at]!.word) || next?.type !== "word") return false;
  return (
    !connectingWords.has(next.word) && !nonObjects.has(next.word) && !determiners.has(next.word)
  );
}

/** "Call CVS and refill her inhaler by Friday": a named thing with a time of its own. */
function hasOwnThing({ scan: { tokens }, timeAt }: Reading, { start, to }: Clause): boolean {
  const [owner, thing] = [tokens[start.objectAt], tokens[start.objectAt + 1]];
  if (!owner || !ownerWords.has(owner.word) || thing?.type !== "word" || start.objectAt + 1 >= to)
    return false;
  const isTimed = timeAt.slice(start.objectAt, to).some((time) => time?.role === "due");
  return isTimed && !connectingWords.has(thing.word) && !nonObjects.has(thing.word);
}

const ownerWords = wordSet("his her their");

/**
 * After "dentist at 3" only an errand is another task; "pick up Ben at 3 and Ines at 5" is one
 * task.
 */
function isAddition(reading: Reading, left: Clause, right: Clause): boolean {
  return (
    right.start.type === "appointment" ||
    !hasClock(reading, left) ||
    continuesErrand(reading, right)
  );
}

function areNamedAlike({ scan: { tokens, names } }: Reading, left: Clause, right: Clause): boolean {
  const isNamed = ({ from, to }: Clause) =>
    tokens.slice(from, to).some(({ word }) => names.has(word));
  return isNamed(left) === isNamed(right);
}

function continuesErrand({ scan: { tokens }, timeAt }: Reading, { start, to }: Clause): boolean {
  if (tokens[start.at + 1]?.word === "in") return false;
  if (timeAt.slice(start.objectAt, to).some((time) => time?.role === "due" && time.when.day))
    return false;
  // "Take the trash out and bring the bins in".
  const end = tokens.findLastIndex(({ type }, at) => at < to && type === "word" && !timeAt[at]);
  if (end > start.objectAt && ["in", "back", "inside"].includes(tokens[end]!.word)) return false;
  // "Wash the car and bring the glass to the container".
  const isBrought = tokens[start.at]!.word === "bring" && tokens[start.objectAt]!.word === "the";
  if (isBrought && tokens.slice(start.objectAt + 2, to).some(({ word }) => word === "to"))
    return false;
  return continuationVerbs.has(tokens[start.at]!.word);
}

/** "When Emma is home feed the cat and …", "call the plumber to fix the sink and …". */
function hasSubordinate({ scan: { tokens } }: Reading, { start, to }: Clause): boolean {
  const words = tokens.slice(start.at, to).map(({ word }) => word);
  return (
    words.some((word) => subordinators.has(word)) ||
    words.some(
      (word, index) =>
        // "Put the chops in to marinate".
        word === "to" && words[index - 1] !== "in" && isErrand(words[index + 1] ?? ""),
    )
  );
}

const subordinators =
  wordSet(`if when whenever unless because while since so that which who whose whether where how what
  why either both between or`);

function hasClock({ timeAt }: Reading, { from, to }: Clause): boolean {
  return timeAt.slice(from, to).some((time) => time?.when.clock ?? time?.when.part);
}
