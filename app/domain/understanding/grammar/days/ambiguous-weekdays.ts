import { weekdayNext } from "#app/domain/understanding/calendar/days.ts";
import { ambiguousWeekdays, weekdayNumbers } from "#app/domain/understanding/lexicon/calendar.ts";
import { falseWeekdays, kinshipWords } from "#app/domain/understanding/lexicon/names.ts";
import { appointmentWords, eventWords } from "#app/domain/understanding/lexicon/occasions.ts";
import { wordSet } from "#app/domain/understanding/lexicon/word-set.ts";
import type { When } from "#app/domain/understanding/types.ts";
import { isSentenceEnd, isSentenceStart, wordAfter, wordBefore } from "../engine/place.ts";
import { rule } from "../engine/rule.ts";
import type { Place, Rule, Scan } from "../engine/types.ts";
import { isAmount } from "../terminals/amounts.ts";

/** Weekdays, of which "sat", "sun", "mon" and "wed" may be other words. */
export const ambiguousWeekdayRules: Rule<When>[] = [
  rule({
    say: "{weekday}",
    examples: ["Friday", "sat", "Tue"],
    means: ({ weekday }, place) => {
      const { word } = place.scan.tokens[place.from]!;
      const around = [`${wordBefore(place)} ${word}`, `${word} ${wordAfter(place)}`];
      const isVerb =
        word === "sat" &&
        place.scan.tokens.slice(0, place.from).some((token) => relativePronouns.has(token.word));
      // "Pickup sat by noon".
      const isDeadline =
        word === "sat" && wordAfter(place) === "by" && /^(?:\d|noon)/.test(wordAfter(place, 2));
      if (isVerb || (!isDeadline && around.some((pair) => falseWeekdays.has(pair))))
        return { isIgnored: true };
      const day = weekdayNext(weekday);
      return isClearWeekday(word, place) ? { day } : { day, needs: "day cue" };
    },
  }),
];

/** In "the chair where the cat sat", sat is a verb. */
const relativePronouns = new Set(["where", "who", "which"]);

/**
 * "Soccer sat", "sat 10-11 soccer", "soccer sat at 9", "mon swim", but not "the dog sat there" or
 * "sun hat".
 */
function isClearWeekday(word: string, place: Place): boolean {
  const wordsAfter = ambiguousWeekdays.get(word);
  if (!wordsAfter || isSentenceEnd(place) || isLine(place) || wordsAfter.has(wordAfter(place)))
    return true;
  if (isBesideWeekday(place) || (word === "sat" && !mayBeVerb(place))) return true;
  if (word === "wed") return !weddingWords.has(wordBefore(place));
  if (word === "mon") return true;
  const isFirstWord = isSentenceStart(place) && isBeforePlan(place);
  return (
    (isFirstWord && place.scan.tokens[place.to]!.type === "word") || isHour(place.scan, place.to)
  );
}

/** "Sat Finn has a game", "sun dinner with mom". */
function isBeforePlan(place: Place): boolean {
  const next = wordAfter(place);
  return (
    place.scan.names.has(next) ||
    [appointmentWords, eventWords, kinshipWords].some((words) => words.has(next))
  );
}

/** "The dog sat there", "SAT prep"; in "4 dozen eggs sat market" nobody sits. */
function mayBeVerb({ scan: { tokens, names }, from }: Place): boolean {
  const before = tokens.slice(Math.max(0, from - maxTokensBefore), from);
  const isTest =
    tokens[from]!.text === "SAT" &&
    tokens.slice(0, maxTokensBefore).some(({ text }) => /^\p{Ll}{2}/u.test(text));
  return (
    isTest ||
    !before.at(-1) ||
    /^\d{1,2}$/.test(before.at(-1)!.text) ||
    before.some(({ word }) => sitters.has(word)) ||
    names.has(before.at(-1)!.word)
  );
}

const maxTokensBefore = 12;
const sitters = wordSet(
  "the a an my our his her their where who which that he she it they we i cat dog baby",
);

/** "Mon n wed", "sat/sun". */
function isBesideWeekday(place: Place): boolean {
  const isJoined = weekdayConnectors.has(wordAfter(place)) && wordAfter(place, 2) in weekdayNumbers;
  return (
    isJoined || (weekdayConnectors.has(wordBefore(place)) && wordBefore(place, 2) in weekdayNumbers)
  );
}

const weekdayConnectors = wordSet("n and & or / - to thru through");

function isLine({ scan: { tokens }, from, to }: Place): boolean {
  return tokens[from]!.startsLine && tokens[to]?.startsLine === true;
}

const weddingWords = wordSet("be get getting to newly will were they are who");

function isHour(scan: Scan, at: number): boolean {
  const isCompact = /^\d{3,4}$/.test(scan.tokens[at]?.text ?? "");
  const hour = isCompact ? null : scan.readers.hour(scan, at);
  if (!isCompact && (!hour || scan.tokens[at]!.type === "word")) return false;
  return !isAmount({ scan, from: at, to: hour?.next ?? at + 1 });
}
