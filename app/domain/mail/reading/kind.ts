import type { ReadSentence } from "#app/domain/understanding/parse-sentences.ts";
import { isExact, isWeekly } from "./days.ts";
import {
  isAboutStaff,
  isCancelled,
  isClosed,
  isConditional,
  isDuty,
  isMoved,
  isOnlyTold,
  isOver,
  isOwnCondition,
  isOwnDoing,
  isOwnPlan,
  isProposal,
  isRefused,
  isRequired,
  isRoutineAsk,
  isShortage,
  isTidyingAsk,
  namesErrand,
} from "./said.ts";
import type { Thing } from "./thing.ts";

/** Decides whether a sentence asks for something, announces it, or only tells. */
export function kindOf(sentence: ReadSentence): Thing["kind"] | null {
  const { text, rank } = sentence;
  if (isOnlyTold(text)) return null;
  const dated = dayOf(sentence);
  if (text.endsWith("?") && rank !== "asks")
    return dated && isExact(dated.text) && isProposal(text) ? "task" : null;
  const kind =
    dated && !isEachWeek(dated.text, text) ? kindOfChange(text, isOver(text, dated.text)) : null;
  if (kind !== null || isConditional(text)) return kind;
  if (
    isRoutineAsk(text.replace(noteThat, "")) &&
    !sentence.times.some((time) => time.isDeadline && isExactDay(time))
  )
    return null;
  return isDueBy(sentence, dated) ? "task" : kindOfPlain(sentence, dated);
}

function isDueBy({ text, times }: ReadSentence, dated: Time | undefined): boolean {
  if (isPrice.test(text) && times.some((time) => time.isDeadline && isExactDay(time))) return true;
  if (isDuty(text) && times.some((time) => time.isDeadline && isExactDay(time))) return true;
  if (times.length === 0 && isShortage(text)) return true;
  return isRequired(text) && (dated !== undefined || (times.length === 0 && namesErrand(text)));
}

function kindOfPlain(sentence: ReadSentence, dated: Time | undefined): Thing["kind"] | null {
  const isPast = dated !== undefined && isOver(sentence.text, dated.text);
  if (isAboutStaff(sentence.text) && !isPolite(sentence.text)) return null;
  if (sentence.rank === "asks" && !isOwnPlan(sentence.text))
    return isWorthAsking(sentence, dated, isPast) ? "task" : null;
  if (isPast || isOwnCondition(sentence.text)) return null;
  if (!dated) return isFragmentDue(sentence) ? "task" : null;
  // The list below says it.
  if (sentence.text.endsWith(":")) return null;
  if (isEvent(sentence, dated.text)) return "event";
  return isFragmentDue(sentence) ? "task" : null;
}

/** "£22 each, by Friday 19th March" asks for a payment. */
const isPrice = /[£$€]\s?\d|\d\s?(?:€|euros?|eur|zł|quid|rs)(?!\p{L})/iu;

const noteThat = /^(?:please|kindly) (?:note|be advised|be aware)(?: that)?[:,]? /i;

/** "Costumes in, in a named bag, by Mon 14th". */
export const isFragmentDue = ({ text, times }: ReadSentence): boolean =>
  times.some(({ isDeadline, hasDay }) => isDeadline && hasDay) &&
  !/\b(?:we|they|he|she|it|i|is|are|was|were|has|have|had|will|would|can)\b/i.test(text);

const dayOf = ({ times, tasks }: ReadSentence): Time | undefined =>
  tasks.some(({ due }) => due !== null)
    ? times.find(({ hasDay, text }) => hasDay && !/\b(?:every|each)\b/i.test(text))
    : undefined;

function kindOfChange(text: string, isPast: boolean): Thing["kind"] | null {
  if (isCancelled(text)) return "cancelled";
  if (isMoved(text)) return "moved";
  return isClosed(text) && !(isPast && /\b(?:was|were|had)\b/i.test(text)) ? "event" : null;
}

/** Without a date and a "please", it is hardly asked of every family. */
const isPolite = (text: string): boolean =>
  /\b(?:please|pls|kindly|(?:can|could|would) you)\b/i.test(text);

type Time = ReadSentence["times"][number];

function isWorthAsking(sentence: ReadSentence, dated: Time | undefined, isPast: boolean): boolean {
  if (!dated || isEachWeek(dated.text, sentence.text))
    return isPolite(sentence.text) && !isTidyingAsk(sentence.text);
  return !isPast || sentence.times.some(({ isDeadline }) => isDeadline);
}

function isEvent({ text, rank, times }: ReadSentence, day: string): boolean {
  if (isOwnDoing(text, day) || isRefused(text)) return false;
  if (!isExact(day) || isEachWeek(day, text)) return false;
  // "Half-price uniform until Friday" has no event.
  if (/^(?:un)?til\b|^till\b/i.test(day)) return false;
  return rank !== "tells" || !times.some(({ isDeadline }) => isDeadline);
}

/** "Tuesdays", unless it says when they begin. */
const isEachWeek = (day: string, text: string): boolean =>
  isWeekly(day) && !/\b(?:start|begin)/i.test(text);

const isExactDay = ({ hasDay, text }: Time): boolean => hasDay && isExact(text);
