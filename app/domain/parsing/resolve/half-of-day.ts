import { eveningWords, morningWords } from "../lexicon/half-of-day-words.ts";
import type { Token } from "../types.ts";
import type { HalfOfDay } from "./hours.ts";

/** Which half of the day the words are about; null when they do not tell, or tell both. */
export function preferredHalfOfDay(tokens: Token[]): HalfOfDay {
  const isMorning = tokens.some(({ word }) => morningWords.has(word));
  const isEvening = tokens.some(({ word }) => eveningWords.has(word));
  if (isMorning === isEvening) return null;
  return isMorning ? "am" : "pm";
}
