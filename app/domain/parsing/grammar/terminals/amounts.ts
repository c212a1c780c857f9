import { COUNTED, LABELS, STREETS } from "../../lexicon/amounts.ts";
import type { Token } from "../../types.ts";
import { wordBefore } from "../engine/place.ts";
import type { Place } from "../engine/rule.ts";

/** A number that counts or names something: "5 people", "size 12", "$7", "at 12 Oak Street", "7up". */
export function isAmount(place: Place): boolean {
  const after = place.scan.tokens[place.to];
  const label = wordBefore(place) === "." ? wordBefore(place, 2) : wordBefore(place);
  if (LABELS.has(label) || "$£€#+".includes(wordBefore(place) || " ")) return true;
  if (!after) return false;
  if (COUNTED.has(after.word) || touchesMore(after, place.scan.tokens[place.to + 1])) return true;
  return isAddress(place);
}

function touchesMore(after: Token, next: Token | undefined): boolean {
  if (!after.isGlued) return false;
  if (after.kind !== "sign") return true;
  return "%°/:$€£".includes(after.word) || (after.word === "." && next?.kind === "number" && next.isGlued);
}

/** One or two capitalised words and a kind of street: "12 Oak Street". */
function isAddress({ scan, to }: Place): boolean {
  const [first, second, third] = [scan.tokens[to], scan.tokens[to + 1], scan.tokens[to + 2]];
  if (!isCapitalised(first)) return false;
  return STREETS.has(second?.word ?? "") || (isCapitalised(second) && STREETS.has(third?.word ?? ""));
}

function isCapitalised(token: Token | undefined): boolean {
  return token !== undefined && /^\p{Lu}/u.test(token.said);
}
