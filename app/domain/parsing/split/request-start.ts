import {
  appointmentWords,
  determiners,
  isClearBefore,
  isErrand,
  kinshipWords,
  nonObjects,
  nonTaskObjects,
  verbParticles,
  verbPrepositions,
} from "../lexicon/errands.ts";
import { wordSet } from "../lexicon/word-set.ts";
import type { Reading } from "../resolve/reading.ts";
import { type LeadIn, readLeadIn } from "./lead-in.ts";

/** How a part of a text begins that may be a request of its own. */
export interface RequestStart extends LeadIn {
  type: "errand" | "appointment";
  /** The first token of what the verb is done to. */
  objectAt: number;
}

/**
 * Reads the beginning of a part that goes from one token up to another. `isDoubtful` tells that a noun may stand there
 * as well, as after "and": then "water bottles" begins nothing. Null for what is no request by itself.
 */
export function findRequestStart(reading: Reading, from: number, to: number, isDoubtful: boolean): RequestStart | null {
  const lead = readLeadIn(reading, from, to);
  const { tokens } = reading.scan;
  const verb = tokens[lead.at];
  if (!verb || lead.at >= to) return null;
  const isErrandWord = isErrand(verb.word) && !reading.scan.names.has(verb.word);
  const objectAt = isErrandWord ? findObject(reading, lead.at, to) : null;
  if (objectAt !== null && (!isDoubtful || isCertainlyVerb(reading, lead.at, objectAt)))
    return { type: "errand", objectAt, ...lead };
  return isAppointment(reading, lead.at, from, to) ? { type: "appointment", objectAt: lead.at, ...lead } : null;
}

/** Where the object of a verb begins, or of several ("wash and fold the laundry"); null when it has none. */
function findObject(reading: Reading, verbAt: number, to: number): number | null {
  const { tokens, timeAt } = reading;
  const verb = tokens[verbAt]!.word;
  let at = verbAt + 1;
  const second = tokens[at]?.word ?? "";
  const isParticle = verbParticles.has(second) && timeAt[at]?.from !== at;
  if (isParticle || verbPrepositions.get(verb)?.has(second)) at += 1;
  if (verbConnectors.has(tokens[at]?.word ?? "") && isErrand(tokens[at + 1]?.word ?? ""))
    return findObject(reading, at + 1, tokens.length);
  const object = tokens[at];
  if (!object || at >= to || object.type === "symbol" || nonObjects.has(object.word)) return null;
  const taken = ["a", "some"].includes(object.word) ? tokens[at + 1]?.word : object.word;
  return (verb === "take" && nonTaskObjects.has(taken ?? "")) || timeAt[at]?.from === at ? null : at;
}

const verbConnectors = new Set(["and", "or", "&", ","]);

/** True when the word is a verb for sure: before "the", "my" or a name, or where no noun would do. */
function isCertainlyVerb({ scan: { tokens, names } }: Reading, verbAt: number, objectAt: number): boolean {
  const object = tokens[objectAt]!;
  const isName = names.has(object.word) || /^\p{Lu}\p{Ll}/u.test(object.text) || kinshipWords.has(object.word);
  return isName || determiners.has(object.word) || isClearBefore(tokens[verbAt]!.word, object.word);
}

/** "Dentist for Ben at 3", "Nora's ballet at 4", but not "the recital is at 5", which only tells. */
function isAppointment({ scan: { tokens, names }, timeAt }: Reading, at: number, from: number, to: number): boolean {
  const first = tokens[at]!.word;
  if (!appointmentWords.has(first) && !names.has(first)) return false;
  const words = tokens.slice(at, to);
  const isTimed = timeAt.slice(from, to).some((time) => time && !time.when.isIgnored);
  return (
    isTimed &&
    words.some(({ word }) => appointmentWords.has(word)) &&
    !words.some(({ word }) => statementVerbs.has(word))
  );
}

const statementVerbs = wordSet("is are was were starts start ends begins will needs");
