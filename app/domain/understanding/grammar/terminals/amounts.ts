import {
  countedThings,
  numberedThings,
  plainStreetWords,
  streetNames,
  streetWords,
} from "#app/domain/understanding/lexicon/amounts.ts";
import { wordSet } from "#app/domain/understanding/lexicon/word-set.ts";
import type { Token } from "#app/domain/understanding/types.ts";
import { wordBefore } from "../engine/place.ts";
import type { Place } from "../engine/types.ts";

/** True for numbers that are not times: "5 people", "size 12", "$7", "at 12 Oak Street", "7up". */
export function isAmount(place: Place): boolean {
  const after = place.scan.tokens[place.to];
  const isAbbreviated = wordBefore(place) === ".";
  const label = place.scan.tokens[place.from]!.startsLine
    ? ""
    : wordBefore(place, isAbbreviated ? 2 : 1);
  // "Game 915" has no such number, and neither has "Mon: pool 9.15".
  const [number, point, decimals] = place.scan.tokens.slice(place.from, place.from + 3);
  const isDotted =
    point?.word === "." && point.isAttached && /^[03]0|[14]5$/.test(decimals?.text ?? "");
  // "Dance class 5 to 6", and below a day "flute lesson 4".
  const isHour =
    eventLabels.has(label) && (isRange(place) || (place.scan.list !== null && isNamed(place)));
  const isTooHigh =
    isHour ||
    (eventLabels.has(label) && (/^\d{3,4}$/.test(number!.text) || isDotted)) ||
    (isDotted && place.scan.list !== null);
  if (
    (numberedThings.has(label) && !isTooHigh) ||
    (label === "no" && isAbbreviated) ||
    isOneOfSeveral(place) ||
    "$£€#+".includes(wordBefore(place) || " ")
  )
    return true;
  if (!after) return false;
  // "At 215 can you drive" does not count cans.
  const isAsking =
    after.word === "can" &&
    ["you", "u", "we", "i"].includes(place.scan.tokens[place.to + 1]?.word ?? "");
  if (
    (countedThings.has(after.word) && !isAsking) ||
    isAttachedToMore(after, place.scan.tokens[place.to + 1])
  )
    return true;
  return isAddress(place);
}

function isRange({ scan: { tokens }, from, to }: Place): boolean {
  const isTo = (at: number) => ["to", "-"].includes(tokens[at]?.word ?? "");
  return (
    (isTo(to) && tokens[to + 1]?.type === "number") ||
    (isTo(from - 1) && tokens[from - 2]?.type === "number")
  );
}

function isNamed({ scan: { tokens, names } }: Place): boolean {
  return tokens.some(({ word }) => names.has(word));
}

const eventLabels = new Set([
  "game",
  "class",
  "lesson",
  "match",
  "meet",
  "round",
  "heat",
  "group",
  "team",
]);

/** The 4 of "chapters 3 and 4", and the 9 of "problems 1-9". */
function isOneOfSeveral({ scan: { tokens }, from }: Place): boolean {
  const [label, first, joint] = tokens.slice(Math.max(0, from - 3), from);
  return (
    first?.type === "number" &&
    severalLabels.has(label!.word) &&
    numberJoints.has(joint?.word ?? "")
  );
}

const severalLabels = wordSet(
  "pages chapters problems questions exercises lessons ages grades levels sizes rooms",
);
const numberJoints = wordSet("and & to through thru - or ,");

function isAttachedToMore(after: Token, next: Token | undefined): boolean {
  if (!after.isAttached) return false;
  if (after.type !== "symbol") return true;
  if (after.word === ":") return next?.isAttached === true;
  return (
    "%°/$€£".includes(after.word) ||
    (after.word === "." && next?.type === "number" && next.isAttached)
  );
}

function isAddress({ scan, to }: Place): boolean {
  const [first, second, third] = [scan.tokens[to], scan.tokens[to + 1], scan.tokens[to + 2]];
  // "14 elm avenue", "18 mill lane", but not "at 4 call dr. Wu".
  if (plainStreetWords.has(second?.word ?? "")) return first?.type === "word";
  if (streetNames.has(first?.word ?? "") && streetWords.has(second?.word ?? "")) return true;
  if (!isCapitalized(first)) return false;
  if (/^\d{3,4}$/.test(scan.tokens[to - 1]!.text) && streetNames.has(first!.word)) return true;
  return (
    streetWords.has(second?.word ?? "") ||
    (isCapitalized(second) && streetWords.has(third?.word ?? ""))
  );
}

function isCapitalized(token: Token | undefined): boolean {
  return token !== undefined && /^\p{Lu}/u.test(token.text);
}
