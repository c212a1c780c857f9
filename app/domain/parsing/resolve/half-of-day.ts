import { eveningWords, morningWords } from "../lexicon/half-of-day-words.ts";
import type { Token } from "../types.ts";

export type HalfOfDay = "am" | "pm";

/** The half of the day that a request's words suggest: "breakfast" or "dinner". Null for both or neither. */
export function preferredHalfOfDay(tokens: Token[]): HalfOfDay | null {
  const isMorning = tokens.some(({ word }) => morningWords.has(word));
  const isEvening = tokens.some(({ word }) => eveningWords.has(word));
  if (isMorning === isEvening) return null;
  return isMorning ? "am" : "pm";
}
