import { movedFrom, weekdayNext, weekdayOfWeek } from "#app/domain/understanding/calendar/days.ts";
import { ambiguousWeekdays } from "#app/domain/understanding/lexicon/calendar.ts";
import { connectingWords } from "#app/domain/understanding/lexicon/connecting.ts";
import { isErrand } from "#app/domain/understanding/lexicon/errands.ts";
import { wordSet } from "#app/domain/understanding/lexicon/word-set.ts";
import type { Day } from "#app/domain/understanding/types.ts";
import { isSentenceEnd, wordAfter } from "../engine/place.ts";
import { rule } from "../engine/rule.ts";
import type { Place, Rule } from "../engine/types.ts";

export const weekdayRules: Rule<Day>[] = [
  rule({ say: "{weekday}", examples: ["Friday"], means: ({ weekday }) => weekdayNext(weekday) }),
  rule({
    say: "the {weekday}",
    examples: ["the Tuesday"],
    means: ({ weekday }, place) => (isNoDay(place) ? null : weekdayNext(weekday)),
  }),
  rule({
    say: "in the [next|coming] {weekday}",
    examples: ["in the Friday"],
    means: ({ weekday }, place) => (isNoDay(place) ? null : weekdayNext(weekday)),
  }),
  rule({
    say: "this|coming|upcoming [coming|upcoming] {weekday}",
    examples: ["this Friday", "this coming Tuesday"],
    means: ({ weekday }, place) => (isArrival(place) ? null : weekdayNext(weekday)),
  }),
  rule({
    say: "the coming|upcoming|following {weekday}",
    examples: ["the coming Tuesday"],
    means: ({ weekday }) => weekdayNext(weekday),
  }),
  rule({
    say: "[this] {weekday} coming",
    examples: ["this Friday coming"],
    means: ({ weekday }) => weekdayNext(weekday),
  }),
  rule({
    say: "{number} {weekdays} from now|today",
    examples: ["two Saturdays from now"],
    means: ({ number, weekdays }) =>
      movedFrom(weekdayNext(weekdays), (date) => date.add({ days: 7 * (number - 1) })),
  }),
  rule({
    say: "[the] next {weekday}",
    examples: ["next Friday"],
    means: ({ weekday }, { scan }) => weekdayOfWeek(weekday, 1, scan.weekStart),
  }),
  rule({
    say: "{weekday} [of] next week",
    examples: ["Friday next week"],
    means: ({ weekday }, { scan }) => weekdayOfWeek(weekday, 1, scan.weekStart),
  }),
  rule({
    say: "next week [on] {weekday}",
    examples: ["next week on Friday"],
    means: ({ weekday }, { scan }) => weekdayOfWeek(weekday, 1, scan.weekStart),
  }),
  rule({
    say: "the week after next [on] {weekday}",
    examples: ["the week after next on Tuesday"],
    means: ({ weekday }, { scan }) => weekdayOfWeek(weekday, 2, scan.weekStart),
  }),
  rule({
    say: "{weekday} [of] the week after next",
    examples: ["Tuesday the week after next"],
    means: ({ weekday }, { scan }) => weekdayOfWeek(weekday, 2, scan.weekStart),
  }),
  rule({
    say: "{weekday} [of] this week",
    examples: ["Friday this week"],
    means: ({ weekday }) => weekdayNext(weekday),
  }),
  rule({
    say: "this week [on] {weekday}",
    examples: ["this week on Friday"],
    means: ({ weekday }) => weekdayNext(weekday),
  }),
  rule({
    say: "[the] {weekday} after next",
    examples: ["the Friday after next"],
    means: ({ weekday }, { scan }) => weekdayOfWeek(weekday, 2, scan.weekStart),
  }),
  rule({
    say: "[the] {weekday} week",
    examples: ["Friday week"],
    means: ({ weekday }) => movedFrom(weekdayNext(weekday), (date) => date.add({ days: 7 })),
  }),
  rule({
    say: "{weekday} in eight|8 [days]",
    examples: ["Saturday in eight"],
    means: ({ weekday }) => movedFrom(weekdayNext(weekday), (date) => date.add({ days: 7 })),
  }),
  rule({
    say: "{weekday} next",
    examples: ["Saturday next"],
    means: ({ weekday }, place) =>
      isSentenceEnd(place) || ["at", "before", "by"].includes(wordAfter(place))
        ? weekdayOfWeek(weekday, 1, place.scan.weekStart)
        : null,
  }),
  rule({
    say: "{weekday} fortnight",
    examples: ["Friday fortnight"],
    means: ({ weekday }) => movedFrom(weekdayNext(weekday), (date) => date.add({ days: 14 })),
  }),
];

/** "Boiler man coming Wednesday": coming is what he does. */
function isArrival({ scan: { tokens }, from }: Place): boolean {
  const before = tokens[from - 1];
  return (
    tokens[from]!.word === "coming" && before?.type === "word" && !connectingWords.has(before.word)
  );
}

/** "The Monday meeting", "the sun". */
function isNoDay(place: Place): boolean {
  const { tokens } = place.scan;
  const after = tokens[place.to];
  const isBeforeThing =
    after?.type === "word" &&
    !connectingWords.has(after.word) &&
    !(isErrand(after.word) && !isTitle(place)) &&
    !subjects.has(after.word);
  return ambiguousWeekdays.has(tokens[place.to - 1]!.word) || isBeforeThing;
}

/** "The Friday Book". */
function isTitle({ scan: { tokens }, from, to }: Place): boolean {
  return [from, to - 1, to].every((at) => /^\p{Lu}/u.test(tokens[at]!.text)) && from > 0;
}

const subjects = wordSet("we i you he she they please i'd we'd i'm we're let's my our");
