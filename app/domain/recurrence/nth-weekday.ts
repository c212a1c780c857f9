import { Temporal } from "#app/domain/core/time.ts";
import { type Rule, weekdayCodes } from "./rule.ts";

type RuleWeekday = Rule["weekdays"][number];

/** Only for rules with weekdays such as the first Monday. */
export function moveNthWeekday(
  { weekdays }: Rule,
  from: string,
  to: string,
  rest: Partial<Rule> = {},
): Partial<Rule> | null {
  if (weekdays.some(({ nth }) => nth === null)) return null;
  const isMoved = (one: RuleWeekday) => isNthWeekday(one, from);
  const moved = weekdays.find(isMoved);
  if (!moved) return null;
  const others = weekdays.filter((one) => !isMoved(one));
  if (others.some((one) => isNthWeekday(one, to))) return null;
  const days = [...others, { weekday: weekdayOf(to), nth: nthOf(to, moved.nth) }];
  return {
    ...rest,
    weekdays: days.toSorted((one, other) => one.nth! - other.nth! || indexOf(one) - indexOf(other)),
  };
}

const indexOf = ({ weekday }: RuleWeekday) => weekdayCodes.indexOf(weekday);

/**
 * The last weekday of a month stays the last one if it can, because not every month has a fifth.
 */
function nthOf(date: string, before: number | null): number {
  const { fromStart, fromEnd } = positionsOf(date);
  if (before === -1 && fromEnd === -1) return -1;
  return fromStart === 5 && before !== 5 ? -1 : fromStart;
}

function isNthWeekday({ weekday, nth }: RuleWeekday, date: string): boolean {
  const { fromStart, fromEnd } = positionsOf(date);
  return weekday === weekdayOf(date) && (nth === fromStart || nth === fromEnd);
}

/** Counts the date's weekday within its month: 1 is the first, -1 the last. */
function positionsOf(date: string): { fromStart: number; fromEnd: number } {
  const { day, daysInMonth } = Temporal.PlainDate.from(date);
  return { fromStart: Math.ceil(day / 7), fromEnd: -Math.ceil((daysInMonth - day + 1) / 7) };
}

export function weekdayOf(date: string): RuleWeekday["weekday"] {
  return weekdayCodes[Temporal.PlainDate.from(date).dayOfWeek - 1]!;
}
