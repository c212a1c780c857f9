import { dateOf, yearly } from "#app/domain/understanding/calendar/days.ts";
import { ambiguousMonths } from "#app/domain/understanding/lexicon/calendar.ts";
import { connectingWords } from "#app/domain/understanding/lexicon/connecting.ts";
import { foreignDays, movingHolidays } from "#app/domain/understanding/lexicon/unreadable-days.ts";
import type { When } from "#app/domain/understanding/types.ts";
import { isDottedDate, monthAndDay } from "../days/day-numbers.ts";
import { isSentenceEnd, isSentenceStart, wordAfter, wordBefore } from "../engine/place.ts";
import { rule } from "../engine/rule.ts";
import type { Place, Rule } from "../engine/types.ts";

/**
 * Reads impossible days, and days whose date only people know. A clock time beside them is not
 * today's.
 */
export const unreadableRules: Rule<When>[] = [
  rule({
    say: "{month} [the] {number}[st|nd|rd|th]",
    examples: ["Feb 30", "November 31st"],
    means: ({ month, number }, place) =>
      impossible(yearly(month, number) === null && isDate(place, place.from, number)),
  }),
  rule({
    say: "{month} [the] {number}[st|nd|rd|th] [,] {year}",
    examples: ["Feb 29, 2027"],
    means: ({ month, number, year }) => impossible(dateOf(year, month, number) === null),
  }),
  rule({
    say: "[the] {number}[st|nd|rd|th] [of] {month}",
    examples: ["31 November", "the 31st of June"],
    means: ({ month, number }, place) =>
      impossible(yearly(month, number) === null && isDate(place, place.to - 1, number)),
  }),
  rule({
    say: "on|by {number}/{number2}",
    examples: ["on 2/30", "by 13/13"],
    means: ({ number, number2 }) => impossible(monthAndDay(number, number2) === null),
  }),
  rule({
    say: "on|by [the] {number}.{number2}.",
    examples: ["on 31.2."],
    means: ({ number, number2 }) => impossible(yearly(number2, number) === null),
  }),
  rule({
    say: "{number}.{number2}.",
    examples: ["31.4."],
    means: ({ number, number2 }, place) => {
      const isAtEdge = place.from === 0 || place.to === place.scan.tokens.length;
      const isMeant = isBeforeTime(place) || (isAtEdge && number2 <= 12 && isDottedDate(place));
      return impossible(isDayLike(number, number2) && yearly(number2, number) === null && isMeant);
    },
  }),
  rule({
    say: "{number}.|/{number2}.|/{year}",
    examples: ["30.2.2027", "2/30/2027"],
    means: ({ number, number2, year }) =>
      impossible(
        isDayLike(number, number2) &&
          !dateOf(year, number, number2) &&
          !dateOf(year, number2, number),
      ),
  }),
  rule({
    say: "{year}-|.{number}-|.{number2}",
    examples: ["2027-02-30"],
    means: ({ year, number, number2 }) =>
      impossible(isDayLike(number, number2) && dateOf(year, number, number2) === null),
  }),
  rule({
    say: "at|by|@ {number}:{number2}",
    examples: ["at 25:00", "by 7:75"],
    means: ({ number, number2 }) => impossible(number > 24 || number2 > 59),
  }),
  rule({
    say: "{number}:{number2}",
    examples: ["26:15"],
    means: ({ number, number2 }, { scan, from, to }) => {
      const isVerse = /^\p{Lu}/u.test(scan.tokens[from - 1]?.text ?? "");
      const isClock =
        scan.tokens[from]!.text.length === 2 && scan.tokens[to - 1]!.text.length === 2;
      return impossible(isClock && number > 24 && number < 60 && number2 < 60 && !isVerse);
    },
  }),
  rule({
    say: "on|by the {number}st|nd|rd|th",
    examples: ["on the 32nd"],
    means: ({ number }, place) => impossible(number > 31 && isComplete(place)),
  }),
  rule({ say: foreignDays, examples: ["mañana", "demain"], means: () => unreadable }),
  rule({
    say: movingHolidays,
    examples: ["Diwali"],
    means: (_, place) =>
      isComplete(place) && !["for", "about"].includes(wordBefore(place)) ? unreadable : null,
  }),
];

const unreadable: When = { isIgnored: true, blocks: "clock" };

function impossible(is: boolean): When | null {
  return is ? { isIgnored: true, blocks: "all" } : null;
}

/** Excludes the parts of an order number. */
const isDayLike = (...numbers: number[]) => numbers.every((number) => number <= 31);

const isBeforeTime = (place: Place) => ["at", "@"].includes(wordAfter(place));

/** "Feb 30", but not "call May 45 minutes before" or "Dec 40 invitations". */
function isDate(place: Place, monthAt: number, day: number): boolean {
  const isName = ambiguousMonths.has(place.scan.tokens[monthAt]!.word) && day > 31;
  const isBegun = isSentenceStart(place) || ["on", "by", "every"].includes(wordBefore(place));
  const isWhole = isComplete(place) || (isBegun && day < 32);
  return day < 100 && !isName && isWhole && ![":", "am", "pm"].includes(wordAfter(place));
}

function isComplete(place: Place): boolean {
  return isSentenceEnd(place) || connectingWords.has(wordAfter(place));
}
