import {
  anyHourWords,
  daytimeWords,
  eveningWords,
  lateWords,
  morningWords,
  officeWords,
} from "../lexicon/half-of-day-words.ts";
import type { Token } from "../types.ts";

export type HalfOfDay = "am" | "pm";

/** The half of the day that a request's words suggest: "breakfast" or "dinner". Null for both or neither. */
function preferredHalfOfDay(tokens: Token[]): HalfOfDay | null {
  const isMorning = tokens.some(({ word }) => morningWords.has(word));
  const isEvening = tokens.some(({ word }) => eveningWords.has(word));
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
  /** Nor is it at 8. */
  isAtOffice: boolean;
}

export function halfHintsOf(tokens: Token[]): HalfHints {
  return {
    preferredHalf: preferredHalfOfDay(tokens),
    isAtAnyHour: tokens.some(({ word }) => anyHourWords.has(word)),
    mayBeLate: tokens.some(({ word }) => lateWords.has(word)),
    isByDay: tokens.some(({ word }) => daytimeWords.has(word) || officeWords.has(word)),
    isAtOffice: tokens.some(({ word }) => officeWords.has(word)),
  };
}
