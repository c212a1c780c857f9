import { onOrAfter, weekdayOfWeek, yearly } from "#app/domain/understanding/calendar/days.ts";
import type { Clock, Day, When } from "#app/domain/understanding/types.ts";
import { wordAfter, wordBefore } from "../engine/place.ts";
import { monthAndDay } from "../days/day-numbers.ts";
import { rule } from "../engine/rule.ts";
import { wordSet } from "#app/domain/understanding/lexicon/word-set.ts";
import { movingVerbs } from "#app/domain/understanding/lexicon/several/errand-pairs.ts";
import type { Place, Rule } from "../engine/types.ts";
import { isAmount } from "../terminals/amounts.ts";

/** A range is due at its start. */
export const rangeRules: Rule<When>[] = [
  rule({
    say: "{number}-{number2}",
    examples: [],
    // "11-28", and "due 11-16"; "11-16" alone may be hours.
    means: ({ number, number2 }, place) => {
      const hourAt = ["at", "@"].includes(wordAfter(place)) ? place.to + 1 : place.to;
      const isBeforeHour = place.scan.tokens[hourAt]?.type === "number";
      const isCued =
        isBeforeHour ||
        ["am", "pm"].includes(wordBefore(place)) ||
        ["by", "due", "on"].includes(wordBefore(place));
      const isDate = number2 > 24 || (number2 > 12 && isCued);
      const day = isDate && !isAmount(place) ? monthAndDay(number, number2) : null;
      return day && { day, needs: "day cue" };
    },
  }),
  rule({
    say: "from|between {point} to|and|n|until|till|til|through|thru|- {point2}",
    examples: ["from 4 to 5pm", "between 2 and 4", "from Monday to Wednesday"],
    means: ({ point, point2 }, place) => {
      if (isAmount(place)) return null;
      const isClear = !point2.needs || point2.day || isMovedClearly(place);
      return isMoved(place) && isClear ? withoutNeed(point2) : rangeStart(point, point2);
    },
  }),
  rule({
    say: "{weekday} to|until|till|til|through|thru|- {weekday2} [of] next week",
    examples: ["mon-fri next week"],
    means: ({ weekday, weekday2 }, { scan }) =>
      daysOf(weekdaysFrom(weekday, weekday2).map((day) => weekdayOfWeek(day, 1, scan.weekStart))),
  }),
  rule({
    say: "{weekday} to|until|till|til|through|thru|- {weekday2} [at] {clock} next week",
    examples: ["mon-fri 8am next week"],
    means: ({ weekday, weekday2, clock }, { scan }) => {
      const days = weekdaysFrom(weekday, weekday2);
      const when = daysOf(days.map((day) => weekdayOfWeek(day, 1, scan.weekStart)));
      return { ...when, clock };
    },
  }),
  rule({
    say: "{weekday} to|until|till|til|through|thru|- {weekday2}",
    examples: ["Monday through Friday"],
    means: ({ weekday, weekday2 }, place) =>
      isMovedClearly(place)
        ? null
        : daysOf(weekdaysFrom(weekday, weekday2).map((day) => weekdayAfter(weekday, day))),
  }),
  rule({
    say: "{point} to|until|till|til|through|thru|- {point2}",
    examples: ["4-5pm", "2pm to 4pm"],
    means: ({ point, point2 }, place) => {
      if (isMovedClock(place)) return null;
      const range = isAmount(point.needs ? place : { ...place, from: place.to - 1 })
        ? null
        : rangeStart(point, point2);
      return range && point.needs && point2.needs && !isDotted(place, point, point2)
        ? { ...range, needs: point.needs }
        : range;
    },
  }),
  rule({
    say: "[on] [the] {daysOfMonth} [of] {month}",
    examples: ["20 and 22 October", "the 1st and 15th of June"],
    means: ({ month, daysOfMonth }, place) => daysIn(month, daysOfMonth, place),
  }),
  rule({
    say: "[either] {point} or {point2}",
    examples: ["Saturday or Sunday", "5 or 6pm"],
    means: ({ point, point2 }) => withNeeds(rangeStart(point, point2), point, point2),
  }),
  rule({
    say: "{point} and|n|& {point2}",
    examples: ["Tuesday and Thursday", "5 and 6pm"],
    means: ({ point, point2 }) => withNeeds(listOf(point, point2), point, point2),
  }),
  rule({
    say: "[either] {point} or {point2}",
    examples: ["tonight or tomorrow"],
    means: ({ point, point2 }) =>
      point.day && point2.day && !point.needs && !point2.needs
        ? { ...point, exceedsDueDate: true }
        : null,
  }),
  rule({
    say: "{point} and|& {point2}",
    examples: ["tonight and tomorrow"],
    means: ({ point, point2 }, place) =>
      point.day && point2.day && !point.needs && !point2.needs && wordAfter(place) === ""
        ? { ...point, also: [point2], exceedsDueDate: true }
        : null,
  }),
  rule({
    say: "{day} / {day2}",
    examples: ["Tuesday/Wednesday"],
    means: ({ day }) => ({ day, exceedsDueDate: true }),
  }),
  rule({
    say: "[from|between] [the] {dayOfMonth} to|and|through|thru|until|till|til|- [the] {dayOfMonth2} [of] {month}",
    examples: ["from 5 till 20 July", "the 5th to the 9th of June"],
    means: ({ month, dayOfMonth, dayOfMonth2 }, place) => {
      const isCount = isAmount({ ...place, to: place.from + 1 });
      const day =
        !isCount && dayOfMonth.day < dayOfMonth2.day ? yearly(month, dayOfMonth.day) : null;
      return day && { day, exceedsDueDate: true };
    },
  }),
  rule({
    say: "{month} {daysOfMonth}",
    examples: ["Oct 20 and 22", "Nov 12, 19 and 26"],
    means: ({ month, daysOfMonth }, place) => daysIn(month, daysOfMonth, place),
  }),
  rule({
    say: "{month} {dayOfMonth} to|through|thru|until|- {dayOfMonth2}",
    examples: ["October 5-9", "Oct 5th through 9th"],
    means: ({ month, dayOfMonth, dayOfMonth2 }) => {
      const day = dayOfMonth.day < dayOfMonth2.day ? yearly(month, dayOfMonth.day) : null;
      return day && { day, exceedsDueDate: true };
    },
  }),
];

/** "Move my 2 o'clock to 3:30". */
function isMovedClock({ scan: { tokens }, from }: Place): boolean {
  return (
    movingVerbs.has(tokens[from - 2]?.word ?? "") &&
    ["my", "our", "the"].includes(tokens[from - 1]!.word)
  );
}

/** "Move the dentist from Tuesday to Thursday". */
function isMoved({ scan, from }: Place): boolean {
  return (
    scan.tokens[from]!.word === "from" &&
    scan.tokens.slice(Math.max(0, from - 6), from).some(({ word }) => movingVerbs.has(word))
  );
}

/** "Practice moved from 5 to 6", but not "my shift from 4 to 9". */
function isMovedClearly({ scan, from }: Place): boolean {
  return scan.tokens.slice(Math.max(0, from - 6), from).some(({ word }) => clearlyMoved.has(word));
}

const clearlyMoved = wordSet(
  "move moved reschedule rescheduled push pushed postpone postponed changed switched bumped",
);

/** "4.30 to 5.30". */
function isDotted({ scan, from, to }: Place, first: When, last: When): boolean {
  const isQuarter = ({ clock }: When) => clock !== undefined && clock.minute % 15 === 0;
  const isWritten = scan.tokens[from + 1]?.word === "." && scan.tokens[to - 2]?.word === ".";
  return isWritten && isQuarter(first) && isQuarter(last);
}

function withoutNeed(when: When): When {
  const { needs, ...rest } = when;
  return needs ? rest : when;
}

function daysIn(month: number, daysOfMonth: { day: number }[], place: Place): When | null {
  const { scan, from, to } = place;
  // "Every 1st and 3rd of January".
  if (["every", "each"].includes(wordBefore(place))) return null;
  const hasAnd = scan.tokens.slice(from, to).some(({ word }) => ["and", "&"].includes(word));
  const [day, ...others] = daysOfMonth.map((each) => yearly(month, each.day));
  if (!day || !hasAnd || others.length === 0) return null;
  return {
    day,
    also: others.flatMap((other) => (other ? { day: other } : [])),
    exceedsDueDate: true,
  };
}

function weekdaysFrom(first: number, last: number): number[] {
  return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, index) => {
    return ((first + index - 1) % 7) + 1;
  });
}

/** "Mon-Wed" on a Tuesday begins next week. */
function weekdayAfter(first: number, weekday: number): Day {
  return {
    type: "recurring",
    next: (from) => onOrAfter(onOrAfter(from, first), weekday),
    isTodayOnlyWithTime: true,
  };
}

/** "Mon-Fri" may be one trip, "Mon-Fri at 7" is five things. */
function daysOf([day, ...daysBetween]: Day[]): When {
  return { day: day!, daysBetween, exceedsDueDate: true };
}

function withNeeds(when: When | null, one: When, other: When): When | null {
  const needs = one.needs ?? other.needs;
  return when && needs ? { ...when, needs } : when;
}

function listOf(first: When, last: When): When | null {
  const start = rangeStart(first, last);
  if (!start) return null;
  const { isRange: _, lastDay: __, ...when } = start;
  if (!last.clock) return { ...when, also: [{ day: last.day! }] };
  // "At 8 and 20:00" starts in the morning.
  const clock = last.clock.half === "exact" ? first.clock! : when.clock!;
  return { ...when, clock, also: [{ clock: last.clock }], isTwice: true };
}

function rangeStart(first: When, last: When): When | null {
  if (isOnlyClock(first) && isOnlyClock(last))
    return { clock: withHalfOf(first.clock, last.clock), exceedsDueDate: true, isRange: true };
  if (isOnlyDay(first) && isOnlyDay(last))
    return { day: first.day!, lastDay: last.day!, exceedsDueDate: true };
  return null;
}

function isOnlyClock(when: When): when is When & { clock: Clock } {
  return when.clock !== undefined && !when.day && !when.part;
}

function isOnlyDay(when: When): boolean {
  return when.day !== undefined && !when.clock && !when.part && !when.isHoliday;
}

/** "From 4 to 5pm" starts at 4pm, "from 11 to 1pm" at 11am. */
function withHalfOf(first: Clock, last: Clock): Clock {
  // "A sitter from 8 to 4".
  const isWorkday = first.hour > 6 && first.hour < 12 && last.hour > 2 && last.hour < 7;
  if (first.half === "bare" && last.half === "bare" && isWorkday) return { ...first, half: "am" };
  if (first.half !== "bare" || last.half === "bare") return first;
  const isLater =
    first.hour % 12 > last.hour % 12 || (first.hour === last.hour && first.minute > last.minute);
  if (last.half === "exact")
    return first.hour < last.hour ? { ...first, half: last.hour > 17 ? "pm" : "am" } : first;
  if (!isLater) return { ...first, half: last.half };
  return { ...first, half: last.half === "pm" ? "am" : "pm" };
}
