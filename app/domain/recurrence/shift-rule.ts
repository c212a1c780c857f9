import { Temporal } from "#app/domain/core/time.ts";
import { moveNthWeekday, weekdayOf } from "./nth-weekday.ts";
import { type Rule, weekdayCodes } from "./rule.ts";

interface Move {
  /** Dates are YYYY-MM-DD. */
  from: string;
  to: string;
  /** The number of dates before this one, for a rule with a COUNT. */
  passed: number;
}

/**
 * Returns the rule after one of its dates moved permanently: every Tuesday becomes every Thursday,
 * and the first Monday of the month the second Tuesday. Its other days stay. Returns null if the
 * move doesn't say how the others move.
 * @returns `isRestarted` if its intervals and its count begin with the new date
 */
export function shiftRule(
  rule: Rule,
  { from, to, passed }: Move,
): { rule: Rule; isRestarted: boolean } | null {
  const days = shiftDays(rule, from, to);
  if (!days || (rule.interval > 1 && hasSeveralDays(rule) && !isInSamePeriod(rule, from, to)))
    return null;
  const { frequency, interval, count } = rule;
  const isRestarted = interval > 1 || count !== null || frequency === "YEARLY";
  return { rule: { ...rule, ...days, count: count === null ? null : count - passed }, isRestarted };
}

const hasSeveralDays = ({ weekdays, monthDays }: Rule) => weekdays.length + monthDays.length > 1;

/** Otherwise "every other week" would move its other days to the weeks between. */
function isInSamePeriod({ frequency }: Rule, from: string, to: string): boolean {
  const [start, end] = [from, to].map((date) => {
    const day = Temporal.PlainDate.from(date);
    return frequency === "WEEKLY"
      ? day.subtract({ days: day.dayOfWeek - 1 })
      : day.with({ day: 1 });
  });
  return start!.equals(end!);
}

function shiftDays(rule: Rule, from: string, to: string): Partial<Rule> | null {
  const { frequency, interval, months, monthDays, weekdays, positions } = rule;
  if (positions.length > 0 || (frequency !== "YEARLY" && months.length > 0)) return null;
  switch (frequency) {
    case "DAILY":
      if (weekdays.length === 0) return {};
      return interval === 1 ? moveWeekday(rule, from, to) : null;
    case "WEEKLY":
      return moveWeekday(rule, from, to);
    case "MONTHLY":
      return weekdays.length === 0
        ? moveMonthDay(monthDays, from, to)
        : moveNthWeekday(rule, from, to);
    case "YEARLY":
      if (months.length > 1 || monthDays.length > 1 || weekdays.length > 1) return null;
      if (weekdays.length === 0) return { months: [], monthDays: [] };
      return moveNthWeekday(rule, from, to, { months: [Temporal.PlainDate.from(to).month] });
  }
}

function moveWeekday({ weekdays }: Rule, from: string, to: string): Partial<Rule> | null {
  const others = weekdays.map(({ weekday }) => weekday).filter((code) => code !== weekdayOf(from));
  if (weekdays.length > 1 && (others.length === weekdays.length || others.includes(weekdayOf(to))))
    return null;
  const moved = weekdays.length > 1 ? [...others, weekdayOf(to)] : [weekdayOf(to)];
  return {
    weekdays: weekdayCodes
      .filter((code) => moved.includes(code))
      .map((weekday) => ({ weekday, nth: null })),
  };
}

function moveMonthDay(monthDays: number[], from: string, to: string): Partial<Rule> | null {
  const { day, daysInMonth } = Temporal.PlainDate.from(from);
  const moved = Temporal.PlainDate.from(to).day;
  const others = monthDays.filter((one) => one !== day && one !== day - daysInMonth - 1);
  if (monthDays.length > 1 && (others.length === monthDays.length || others.includes(moved)))
    return null;
  const days = monthDays.length > 1 ? [...others, moved] : [moved];
  return { monthDays: days.toSorted((one, other) => one - other) };
}
