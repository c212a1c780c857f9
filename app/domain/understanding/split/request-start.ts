import {
  determiners,
  isClearBefore,
  isErrand,
  nonObjects,
  nounPairs,
  nonTaskObjects,
  verbParticles,
  verbPrepositions,
} from "../lexicon/errands.ts";
import { kinshipWords } from "../lexicon/names.ts";
import { appointmentWords } from "../lexicon/occasions.ts";
import { wordSet } from "../lexicon/word-set.ts";
import type { Reading } from "../resolve/reading.ts";
import { type LeadIn, readLeadIn } from "./lead-in.ts";

export interface RequestStart extends LeadIn {
  type: "errand" | "appointment";
  objectAt: number;
  /** Its verb cannot be a noun: "buy milk", but not "water bottles". */
  isSure: boolean;
}

export function findRequestStart(
  reading: Reading,
  from: number,
  to: number,
  leadIn = readLeadIn(reading, from, to),
): RequestStart | null {
  const { tokens, names } = reading.scan;
  const verb = tokens[leadIn.at];
  if (!verb || leadIn.at >= to) return null;
  const sure: RequestStart = { type: "errand", objectAt: leadIn.at + 1, isSure: true, ...leadIn };
  if (isMotion(tokens, leadIn.at, to)) return sure;
  const objectAt =
    isErrand(verb.word) && !names.has(verb.word) ? findObject(reading, leadIn.at, to) : null;
  const isSure =
    (objectAt !== null && isCertainlyVerb(reading, leadIn.at, objectAt)) ||
    isArranging(reading, leadIn.at, to) ||
    isAfterTo(reading, leadIn, to);
  if (objectAt !== null) return { ...sure, objectAt, isSure };
  if (isSure) return sure;
  return isAppointment(reading, leadIn.at, from, to)
    ? { type: "appointment", objectAt: leadIn.at, isSure: false, ...leadIn }
    : null;
}

/** "Sign the reading log and return the book", "envelopes and tape and mail the rent". */
const thingVerbs = wordSet(
  "log tape label list book paper light sand glue hand plant stock frame pump water paint post",
);

/** "Have the furnace looked at". */
function isArranging({ tokens }: Reading, at: number, to: number): boolean {
  if (tokens[at]!.word !== "have" || !["the", "my", "our"].includes(tokens[at + 1]?.word ?? ""))
    return false;
  return tokens
    .slice(at + 3, to)
    .some(({ word }) => /^\p{Ll}{3,}ed$/u.test(word) || word === "done");
}

/** "We need to unclutter the attic": after "to" comes a verb, known or not. */
function isAfterTo(
  { tokens, timeAt, scan }: Reading,
  { at, isNewRequest }: LeadIn,
  to: number,
): boolean {
  const isNeed = ["need", "have", "got"].includes(tokens[at - 2]?.word ?? "");
  if (!(isNewRequest || isNeed) || tokens[at - 1]?.word !== "to" || at + 1 >= to || timeAt[at])
    return false;
  if (tokens[at + 1]!.type === "symbol") return false;
  const { type, word } = tokens[at]!;
  return (
    type === "word" && !determiners.has(word) && !nonObjects.has(word) && !scan.names.has(word)
  );
}

/** "Stop and get dog food", "swing by the bank", "let the school know". */
function isMotion(tokens: Reading["tokens"], at: number, to: number): boolean {
  const [verb, next] = [tokens[at]!.word, tokens[at + 1]?.word ?? ""];
  if (!placeVerbs.has(verb)) return false;
  if (verb === "see") return ["if", "whether", "about"].includes(next);
  if (verb === "let")
    return tokens.slice(at + 2, Math.min(at + 5, to)).some(({ word }) => word === "know");
  if (next === "and") return isErrand(tokens[at + 2]?.word ?? "");
  return at + 2 < to && ["at", "by", "over", "into", "to"].includes(next);
}

const placeVerbs = wordSet("let see stop swing run pop hop head walk drive");

/** Several verbs may share an object: "wash and fold the laundry". */
function findObject(reading: Reading, verbAt: number, to: number, verbs = 1): number | null {
  const { tokens, timeAt } = reading;
  const verb = tokens[verbAt]!.word;
  let at = verbAt + 1;
  const second = tokens[at]?.word ?? "";
  if (nounPairs.has(`${verb} ${second}`)) return null;
  const isParticle = verbParticles.has(second) && timeAt[at]?.from !== at;
  if (isParticle || verbPrepositions.get(verb)?.has(second)) at += 1;
  // "Sign up for the fair".
  if (
    isParticle &&
    ["for", "on", "with"].includes(tokens[at]?.word ?? "") &&
    timeAt[at]?.from !== at
  )
    at += 1;
  // "Wash, dry and fold", but not "paper and tape, mail the package".
  const isChain =
    tokens[at]?.word !== "," || verbs > 1 || verbConnectors.has(tokens[at + 2]?.word ?? "");
  const isShared =
    isChain && verbConnectors.has(tokens[at]?.word ?? "") && isErrand(tokens[at + 1]?.word ?? "");
  // "Mow and edge the lawn".
  const isUnknown =
    verbConnectors.has(tokens[at]?.word ?? "") &&
    ["the", "my", "our"].includes(tokens[at + 2]?.word ?? "");
  if (isUnknown && !isShared && tokens[at + 1]!.type === "word" && at + 3 < to) return at + 2;
  if (isShared && verbs < maxVerbs) return findObject(reading, at + 1, tokens.length, verbs + 1);
  // "Return “The Thursday Murder Club”".
  if (['"', "“", "”"].includes(tokens[at]?.word ?? "") && tokens[at + 1]?.type === "word") at += 1;
  const object = tokens[at];
  if (
    choresAlone.has(verb) &&
    at === verbAt + 1 &&
    timeAt[at]?.from === at &&
    timeAt[at]?.role === "due"
  )
    return at;
  if (!object || at >= to || object.type === "symbol" || nonObjects.has(object.word)) return null;
  const noun = ["a", "some"].includes(object.word) ? tokens[at + 1]?.word : object.word;
  // "Swap Tuesday's shift".
  const isTime = timeAt[at]?.from === at && timeAt[at]?.role !== "event";
  return (verb === "take" && nonTaskObjects.has(noun ?? "")) || isTime ? null : at;
}

/** "Hoover on Thursday". */
const choresAlone = wordSet("hoover vacuum mop iron dust rake mow weed tidy pack");
const maxVerbs = 10;
const verbConnectors = new Set(["and", "or", "&", ","]);

/** True before "the", "my" or a name, or before an object that only follows a verb. */
function isCertainlyVerb(
  { scan: { tokens, names } }: Reading,
  verbAt: number,
  objectAt: number,
): boolean {
  const object = tokens[objectAt]!;
  const next = tokens[verbAt + 1]!.word;
  if (thingVerbs.has(tokens[verbAt]!.word) && ["and", "or", "&"].includes(next)) return false;
  // "Lay out uniforms", "turn off lights".
  if (objectAt === verbAt + 2 && verbParticles.has(next)) return true;
  const owner = object.word.endsWith("s") ? object.word.slice(0, -1) : "";
  const isHastyPossessive = names.has(owner) || kinshipWords.has(owner);
  const isName =
    isHastyPossessive ||
    names.has(object.word) ||
    /^\p{Lu}\p{Ll}/u.test(object.text) ||
    kinshipWords.has(object.word);
  const isOwned =
    ["his", "her", "their"].includes(object.word) && tokens[objectAt + 1]?.type === "word";
  return (
    isName ||
    isOwned ||
    determiners.has(object.word) ||
    isClearBefore(tokens[verbAt]!.word, object.word)
  );
}

/** "Dentist for Ben at 3", "Nora's ballet at 4", but not the statement "the recital is at 5". */
function isAppointment(
  { scan: { tokens, names }, timeAt }: Reading,
  at: number,
  from: number,
  to: number,
): boolean {
  const first = tokens[at]!.word;
  if (!appointmentWords.has(first) && !names.has(first)) return false;
  const words = tokens.slice(at, to).map(({ word }) => word);
  const isTimed = timeAt.slice(from, to).some((time) => time && !time.when.isIgnored);
  return (
    isTimed &&
    words.some((word) => appointmentWords.has(word)) &&
    !words.some((word) => statementVerbs.has(word))
  );
}

const statementVerbs = wordSet("is are was were starts start ends begins will needs");
