import {
  daysFromToday,
  movedFrom,
  weekdayNext,
  weekdayOfWeek,
} from "#app/domain/understanding/calendar/days.ts";
import { ambiguousWeekdays } from "#app/domain/understanding/lexicon/calendar.ts";
import { connectingWords } from "#app/domain/understanding/lexicon/connecting.ts";
import { isErrand } from "#app/domain/understanding/lexicon/errands.ts";
import { dayTimes } from "#app/domain/understanding/lexicon/day-times.ts";
import { numberWords } from "#app/domain/understanding/lexicon/numbers.ts";
import { wordSet } from "#app/domain/understanding/lexicon/word-set.ts";
import type { When } from "#app/domain/understanding/types.ts";
import { isSentenceEnd, wordAfter, wordBefore } from "../engine/place.ts";
import { monthAndDay, monthly } from "../days/day-numbers.ts";
import { rule } from "../engine/rule.ts";
import type { Place, Rule } from "../engine/types.ts";
import { shiftClock } from "./clock-time.ts";

/** "The light in the morning room". */
export const partThings = wordSet(
  "room rooms dress gown coat suit paper star glory glories sickness snack routine meds coffee news person shift",
);

/** "Daycare closes early Thursday" says nothing of the morning. */
/** "Early tomorrow like one thirty". */
function isBeforeHour({ scan: { tokens }, to }: Place): boolean {
  return tokens
    .slice(to, to + 3)
    .some(({ word, type }) => type === "number" || word === "@" || numberWords.has(word));
}

const eventHours: Readonly<Record<string, number>> = {
  breakfast: 8,
  lunch: 12,
  school: 15,
  work: 17,
  dinner: 18,
  supper: 18,
  bedtime: 20,
};

const endingVerbs = wordSet(
  "close closes closed leave leaves leaving out home off end ends finish finishes dismiss dismissal dismissed release done is",
);

export const dayPartRules: Rule<When>[] = [
  rule({
    say: "[later|late|early] this {part}",
    examples: ["this evening", "later this afternoon"],
    means: ({ part }) => ({ day: daysFromToday(0), part }),
  }),
  rule({
    say: "[later|late] tonight|tonite",
    examples: ["tonight", "later tonight"],
    means: () => ({ day: daysFromToday(0), part: "night" }),
  }),
  rule({
    say: "[early|late|later|mid] [in] the {part}",
    examples: ["in the morning", "late in the afternoon"],
    means: ({ part }, { scan, from, to }) => {
      const isSaid = scan.tokens.slice(from, to).some(({ word }) => word === "in");
      if (partThings.has(scan.tokens[to]?.word ?? "")) return null;
      return isSaid ? { part } : { part, needs: "day cue" };
    },
  }),
  rule({ say: "in {part}", examples: ["in morning"], means: ({ part }) => ({ part }) }),
  rule({
    say: "by|before {part}",
    examples: ["by evening"],
    means: ({ part }, place) =>
      isSentenceEnd(place) || connectingWords.has(wordAfter(place)) ? { part } : null,
  }),
  rule({
    say: "in the early|late|later {part}",
    examples: ["in the late afternoon"],
    means: ({ part }) => ({ part }),
  }),
  rule({
    say: "{weekday} {part}",
    examples: ["sat morning"],
    means: ({ weekday, part }, { scan, from }) =>
      ambiguousWeekdays.has(scan.tokens[from]!.word) ? { day: weekdayNext(weekday), part } : null,
  }),
  rule({
    say: "in|on the {weekday} {part}",
    examples: ["in the Sunday evening"],
    means: ({ weekday, part }, { scan, to }) =>
      scan.tokens[to] &&
      !connectingWords.has(scan.tokens[to].word) &&
      !isErrand(scan.tokens[to].word)
        ? null
        : { day: weekdayNext(weekday), part },
  }),
  rule({
    say: "{day} {half}",
    examples: ["tuesday am", "tomorrow pm"],
    means: ({ day, half }) => ({ day, part: half === "am" ? "morning" : "afternoon" }),
  }),
  rule({
    say: "{weekday} eve",
    examples: ["wed eve"],
    means: ({ weekday }) => ({ day: weekdayNext(weekday), part: "evening" }),
  }),
  rule({
    say: "last thing tonight",
    examples: ["last thing tonight"],
    means: () => ({ day: daysFromToday(0), part: "night" }),
  }),
  rule({
    say: "last thing at night",
    examples: ["last thing at night"],
    means: () => ({ part: "night" }),
  }),
  rule({
    say: "{duration} before|after breakfast|lunch|school|work|dinner|supper|bedtime",
    examples: ["an hour after lunch"],
    means: ({ duration }, { scan, to }) => {
      const [side, event] = scan.tokens.slice(to - 2, to).map(({ word }) => word);
      const minutes = side === "before" ? -duration.minutes : duration.minutes;
      const isNear = duration.days + duration.months === 0 && Math.abs(minutes) <= 180;
      const clock = { hour: eventHours[event!]!, minute: 0, half: "exact" } as const;
      return isNear ? { clock: shiftClock(clock, minutes), isUnsure: true } : null;
    },
  }),
  rule({ say: "at night", examples: ["at night"], means: () => ({ part: "night" }) }),
  rule({
    say: "{part}",
    examples: ["morning"],
    means: ({ part }) => ({ part, needs: "another time" }),
  }),
  rule({
    say: "early|late|mid [-] {part}",
    examples: ["late afternoon", "mid-morning"],
    means: ({ part }) => ({ part, needs: "day cue" }),
  }),
  rule({
    say: "early|late {day} {part}",
    examples: ["late Friday afternoon"],
    means: ({ part, day }) => ({ part, day }),
  }),
  rule({
    say: "early {day}",
    examples: ["early tomorrow"],
    // "Leave work early Thursday 2:30" does not mean the morning.
    means: ({ day }, place) =>
      isBeforeHour(place) || endingVerbs.has(wordBefore(place)) ? null : { part: "morning", day },
  }),
  rule({
    say: "[the] end of {day}",
    examples: ["the end of tomorrow"],
    means: ({ day }) => ({ day, clock: { hour: 17, minute: 0, half: "exact" } }),
  }),
  rule({
    say: "late|later|mid next week",
    examples: ["late next week"],
    means: (_, { scan, from }) => ({
      day: weekdayOfWeek(scan.tokens[from]!.word === "mid" ? 3 : 5, 1, scan.weekStart),
      isUnsure: true,
    }),
  }),
  rule({
    say: "[in|on|at] the {part} of {day}",
    examples: ["the morning of the 5th", "the evening of October 3rd"],
    means: ({ part, day }) => ({ part, day }),
  }),
  rule({
    say: "[in|on|at] the {part} of the {number}",
    examples: ["the morning of the 4"],
    means: ({ part, number }) => {
      const day = monthly(number);
      return day && { part, day };
    },
  }),
  rule({
    say: "[in|on|at] the {part} of [the] {number}/{number2}",
    examples: ["the evening of 22/5"],
    means: ({ part, number, number2 }) => {
      const day = monthAndDay(number, number2);
      return day && { part, day };
    },
  }),
  rule({
    say: "the {part} before {day}",
    examples: ["the night before Christmas"],
    means: ({ part, day }) => ({ part, day: movedFrom(day, (date) => date.subtract({ days: 1 })) }),
  }),
  rule({
    say: "the {part} after {day}",
    examples: ["the morning after Halloween"],
    means: ({ part, day }) => ({ part, day: movedFrom(day, (date) => date.add({ days: 1 })) }),
  }),
  rule({
    say: "first thing in the morning",
    examples: ["first thing in the morning"],
    means: () => ({ part: "morning" }),
  }),
  rule({
    say: "1 st thing [in the morning]",
    examples: ["1st thing"],
    means: () => ({ part: "morning" }),
  }),
  rule({
    say: "first thing",
    examples: ["first thing"],
    means: (_, place) => (wordBefore(place) === "the" ? null : { part: "morning" }),
  }),
  ...Object.entries(dayTimes).map(([say, { hour, needsCue, notBefore }]) =>
    rule<string, When>({
      say,
      examples: [],
      means: (_, place) => {
        if (notBefore?.has(wordAfter(place))) return null;
        const clock = { hour, minute: 0, half: "exact" } as const;
        return needsCue ? { clock, needs: "hour cue" } : { clock };
      },
    }),
  ),
];
