import { daysFromToday, once } from "../../calendar/days.ts";
import type { Clock, When } from "../../types.ts";
import { wordAfter, wordBefore } from "../engine/place.ts";
import { type Rule, rule } from "../engine/rule.ts";

/** What single days, clock times and lengths of time say about when. */
export const POINT_RULES: Rule<When>[] = [
  rule({ say: "{holiday}", examples: ["Easter Monday"], means: ({ holiday }) => ({ day: holiday, isHoliday: true }) }),
  rule({ say: "{day}", examples: ["tomorrow"], means: ({ day }) => ({ day }) }),
  rule({ say: "{clock}", examples: ["5:15pm"], means: ({ clock }) => ({ clock }) }),
  rule({
    say: "in|within [about|around|like] {stretch}",
    examples: ["in 20 minutes", "in an hour and a half", "within half an hour"],
    means: ({ stretch }) => (stretch.minutes > 0 ? { afterMinutes: stretch.minutes } : null),
  }),
  rule({
    say: "in|within the next {stretch}",
    examples: ["in the next 2 hours"],
    means: ({ stretch }) => (stretch.minutes > 0 ? { afterMinutes: stretch.minutes } : null),
  }),
  rule({
    say: "in {stretch} ['s|'] time",
    examples: ["in ten minutes' time"],
    means: ({ stretch }) => (stretch.minutes > 0 ? { afterMinutes: stretch.minutes } : null),
  }),
  rule({
    say: "after {stretch}",
    examples: ["after 3 hours"],
    means: ({ stretch }, place) =>
      stretch.minutes > 0 && wordAfter(place) !== "of" ? { afterMinutes: stretch.minutes } : null,
  }),
  rule({
    say: "{stretch} before {clock}",
    examples: ["an hour before noon"],
    means: ({ stretch, clock }) => (stretch.minutes > 0 ? { clock: later(clock, -stretch.minutes) } : null),
  }),
  rule({
    say: "{stretch} after {clock}",
    examples: ["half an hour after 5pm"],
    means: ({ stretch, clock }) => (stretch.minutes > 0 ? { clock: later(clock, stretch.minutes) } : null),
  }),
  rule({
    say: "{stretch} from now",
    examples: ["20 minutes from now"],
    means: ({ stretch }) => (stretch.minutes > 0 ? { afterMinutes: stretch.minutes } : null),
  }),
  rule({
    say: "[at] [about|around] this|same [same] time [on] {day}",
    examples: ["this time tomorrow", "same time on Friday"],
    means: ({ day }) => ({ day, isAtThisTime: true }),
  }),
  rule({
    say: "[at] [about|around] the same time [on] {day}",
    examples: ["at the same time tomorrow"],
    means: ({ day }) => ({ day, isAtThisTime: true }),
  }),
  rule({
    say: "{day} [at] [about|around] this|same time",
    examples: ["tomorrow this time", "tomorrow at this time"],
    means: ({ day }) => ({ day, isAtThisTime: true }),
  }),
  rule({
    say: "[at] [about|around] this|same time next week",
    examples: ["this time next week"],
    means: () => ({ day: daysFromToday(7), isAtThisTime: true }),
  }),
  rule({
    say: "[at] [about|around] this|same time next month",
    examples: ["this time next month"],
    means: () => ({ day: once((today) => today.add({ months: 1 })), isAtThisTime: true }),
  }),
  rule({
    say: "{stretch} before",
    examples: [],
    means: ({ stretch }, place) =>
      REMINDED.has(wordBefore(place)) && stretch.minutes === 0 ? { before: stretch } : null,
  }),
  rule({
    say: "the day|night|evening before",
    examples: [],
    means: (_, place) => {
      if (!REMINDED.has(wordBefore(place))) return null;
      const isDay = place.scan.tokens[place.from + 1]!.word === "day";
      return { before: { minutes: 0, days: 1, months: 0 }, ...(isDay ? {} : { part: "evening" }) };
    },
  }),
  rule({ say: "in|within the [next] hour", examples: ["within the hour"], means: () => ({ afterMinutes: 60 }) }),
];

/** The clock time so many minutes later; where its half of the day is not known, it stays so. */
function later({ hour, minute, half }: Clock, minutes: number): Clock {
  const isKnown = half !== "bare";
  const round = isKnown ? 1440 : 720;
  const hourOfDay = half === "am" || half === "pm" ? (hour % 12) + (half === "pm" ? 12 : 0) : hour;
  const total = (((60 * hourOfDay + minute + minutes) % round) + round) % round;
  const shown = { hour: Math.floor(total / 60), minute: total % 60 };
  return isKnown ? { ...shown, half: "exact" } : { ...shown, hour: shown.hour || 12, half };
}

/** Before "the day before" these tell when to be reminded. */
const REMINDED = new Set("me us reminder".split(" "));
