import {
  APPOINTMENTS,
  DETERMINERS,
  isClearBefore,
  isErrand,
  KIN,
  NO_OBJECT,
  NO_TASK,
  PARTICLES,
  WITH_PREPOSITION,
} from "../lexicon/errands.ts";
import type { Reading } from "../resolve/reading.ts";
import { type Lead, leadOf } from "./lead-in.ts";

/** How a part of a text begins that may be a request of its own. */
export interface Beginning extends Lead {
  kind: "errand" | "appointment";
  /** The first token of what the verb is done to. */
  objectAt: number;
}

/**
 * Reads the beginning of a part that goes from one token up to another. `isDoubtful` tells that a noun may stand there
 * as well, as after "and": then "water bottles" begins nothing. Null for what is no request by itself.
 */
export function beginningOf(reading: Reading, from: number, to: number, isDoubtful: boolean): Beginning | null {
  const lead = leadOf(reading, from, to);
  const { tokens } = reading.scan;
  const verb = tokens[lead.at];
  if (!verb || lead.at >= to) return null;
  const isErrandWord = isErrand(verb.word) && !reading.scan.names.has(verb.word);
  const objectAt = isErrandWord ? objectOf(reading, lead.at, to) : null;
  if (objectAt !== null && (!isDoubtful || isVerbBefore(reading, lead.at, objectAt)))
    return { kind: "errand", objectAt, ...lead };
  return isAppointment(reading, lead.at, from, to) ? { kind: "appointment", objectAt: lead.at, ...lead } : null;
}

/** Where the object of a verb begins, or of several ("wash and fold the laundry"); null when it has none. */
function objectOf(reading: Reading, verbAt: number, to: number): number | null {
  const { tokens, timeAt } = reading;
  const verb = tokens[verbAt]!.word;
  let at = verbAt + 1;
  const second = tokens[at]?.word ?? "";
  const isParticle = PARTICLES.has(second) && timeAt[at]?.from !== at;
  if (isParticle || WITH_PREPOSITION.get(verb)?.has(second)) at += 1;
  if (JOINS_VERBS.has(tokens[at]?.word ?? "") && isErrand(tokens[at + 1]?.word ?? ""))
    return objectOf(reading, at + 1, tokens.length);
  const object = tokens[at];
  if (!object || at >= to || object.kind === "sign" || NO_OBJECT.has(object.word)) return null;
  const taken = ["a", "some"].includes(object.word) ? tokens[at + 1]?.word : object.word;
  return (verb === "take" && NO_TASK.has(taken ?? "")) || timeAt[at]?.from === at ? null : at;
}

const JOINS_VERBS = new Set(["and", "or", "&", ","]);

/** True when the word is a verb for sure: before "the", "my" or a name, or where no noun would do. */
function isVerbBefore({ scan: { tokens, names } }: Reading, verbAt: number, objectAt: number): boolean {
  const object = tokens[objectAt]!;
  const isName = names.has(object.word) || /^\p{Lu}\p{Ll}/u.test(object.said) || KIN.has(object.word);
  return isName || DETERMINERS.has(object.word) || isClearBefore(tokens[verbAt]!.word, object.word);
}

/** "Dentist for Ben at 3", "Nora's ballet at 4", but not "the recital is at 5", which only tells. */
function isAppointment({ scan: { tokens, names }, timeAt }: Reading, at: number, from: number, to: number): boolean {
  const first = tokens[at]!.word;
  if (!APPOINTMENTS.has(first) && !names.has(first)) return false;
  const words = tokens.slice(at, to);
  const isTimed = timeAt.slice(from, to).some((time) => time && !time.when.isIgnored);
  return isTimed && words.some(({ word }) => APPOINTMENTS.has(word)) && !words.some(({ word }) => TELLING.has(word));
}

const TELLING = new Set("is are was were starts start ends begins will needs".split(" "));
