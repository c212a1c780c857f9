import { monthNumbers } from "#app/domain/understanding/lexicon/calendar.ts";
import { wordSet } from "#app/domain/understanding/lexicon/word-set.ts";
import type { Token } from "#app/domain/understanding/types.ts";
import { wordBefore } from "../engine/place.ts";
import type { Place } from "../engine/types.ts";

// Capitals can show that a time word is part of a name.

export const titles = wordSet("dr mr mrs ms miss prof");

/** Capitals are a clue only in a text where not every word has one. */
export function isCapitalized({ scan, from }: Place, at: number): boolean {
  return isCapital(scan.tokens[at]) && !isCapital(scan.tokens[from - 1]);
}

/** "Camp Sunday Creek", but not "Call Zoe Friday Zoe's class". */
export function isWithinName({ scan: { tokens, names }, from, to }: Place): boolean {
  const [before, after] = [tokens[from - 1], tokens[to]];
  if (from < 2 || !isCapital(before) || !isCapital(after) || !isCapital(tokens[from])) return false;
  return !isCapital(tokens[from - 2]) && !names.has(before!.word) && !names.has(after!.word);
}

/** "Sing Saturday in the Park", "a table at Sunday in Brooklyn". */
export function isBeforePlace({ scan: { tokens }, from, to }: Place): boolean {
  const placeAt = tokens[to + 1]?.word === "the" ? to + 2 : to + 1;
  const place = tokens[placeAt];
  const isPlace = isCapital(place) && !(place!.word in monthNumbers);
  return isCapital(tokens[from]) && ["in", "of"].includes(tokens[to]?.word ?? "") && isPlace;
}

/** "Murder at Midnight", "the Midnight in Paris poster". */
export function isWithinTitle({ scan: { tokens }, from }: Place): boolean {
  if (isCapital(tokens[from]) && tokens[from - 1]?.text === "the") return true;
  const isAfterName = isCapital(tokens[from - 2]) && !isCapital(tokens[from - 1]) && from > 2;
  return (
    isCapital(tokens[from]) &&
    isAfterName &&
    ["at", "of", "in", "before", "after"].includes(tokens[from - 1]!.word)
  );
}

/** "Tickets for Midnight in the Garden". */
export function isTitled(place: Place): boolean {
  const isPerson = titles.has(titleBefore(place)) && isCapital(place.scan.tokens[place.from]);
  return isPerson || (place.from > 0 && isCapitalized(place, place.from) && isBeforePlace(place));
}

/** The "Mr" of "Mr. Friday" and "Mr Friday". */
export function titleBefore(place: Place): string {
  return wordBefore(place) === "." ? wordBefore(place, 2) : wordBefore(place);
}

/** "Watch Wednesday Addams", but not "watch Friday Zoe's recording". */
export function isNewCapital(place: Place): boolean {
  const next = place.scan.tokens[place.to];
  return isCapitalized(place, place.to) && !place.scan.names.has(next!.word);
}

export function isCapital(token: Token | undefined): boolean {
  return token !== undefined && /^\p{Lu}/u.test(token.text);
}
