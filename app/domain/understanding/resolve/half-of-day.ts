import {
  anyHourWords,
  binWords,
  daytimeWords,
  eveningThings,
  eveningWords,
  lateWords,
  morningWords,
  officeWords,
} from "../lexicon/half-of-day-words.ts";
import type { Token } from "../types.ts";

export type HalfOfDay = "am" | "pm";

/**
 * Returns the half of the day that a request's words suggest: "breakfast" or "dinner". Null for
 * both or neither.
 */
function preferredHalfOfDay(tokens: Token[], hasDeadline: boolean): HalfOfDay | null {
  const isMorning = tokens.some(({ word }) => morningWords.has(word));
  const isEvening = tokens.some(
    ({ word }, at) =>
      eveningWords.has(word) &&
      tokens[at + 2]?.word !== "tell" &&
      !(hasDeadline && binWords.has(word)) &&
      !eveningThings.has(tokens[at + 1]?.word ?? ""),
  );
  if (isMorning === isEvening) return null;
  return isMorning ? "am" : "pm";
}

export interface HalfHints {
  preferredHalf: HalfOfDay | null;
  /** "The train at 5": as likely early in the morning. */
  isAtAnyHour: boolean;
  /** "The match at 10" may be in the evening. */
  mayBeLate: boolean;
  /** "The dentist at 9" is not in the evening. */
  isByDay: boolean;
  /** Neither is it at 8. */
  isAtOffice: boolean;
}

/** @param hasDeadline "bins out before 7" may be for the truck in the morning */
export function halfHintsOf(tokens: Token[], hasDeadline: boolean): HalfHints {
  return {
    preferredHalf: preferredHalfOfDay(tokens, hasDeadline),
    isAtAnyHour: tokens.some(({ word }) => anyHourWords.has(word)),
    mayBeLate: tokens.some(({ word }) => lateWords.has(word)),
    isByDay: tokens.some(({ word }) => daytimeWords.has(word) || officeWords.has(word)),
    isAtOffice: tokens.some(({ word }) => officeWords.has(word)),
  };
}
