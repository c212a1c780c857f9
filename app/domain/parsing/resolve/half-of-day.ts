import { EVENING_WORDS, MORNING_WORDS } from "../lexicon/half-of-day-words.ts";
import type { Token } from "../types.ts";
import type { Leaning } from "./hours.ts";

/** Which half of the day the words are about; null when they do not tell, or tell both. */
export function leaningOf(tokens: Token[]): Leaning {
  const isMorning = tokens.some(({ word }) => MORNING_WORDS.has(word));
  const isEvening = tokens.some(({ word }) => EVENING_WORDS.has(word));
  if (isMorning === isEvening) return null;
  return isMorning ? "am" : "pm";
}
