import { type Rule, weekdayCodes } from "./rule.ts";

/**
 * The rule after one of its dates moved for good: every Tuesday becomes every Thursday. Null if the move doesn't say how
 * the others move: of a rule with several days, such as every weekday, or with a weekday of the month.
 * @param to YYYY-MM-DD
 * @returns `isRestarted` if its intervals count from the new date
 */
export function shiftRule(rule: Rule, to: string): { rule: Rule; isRestarted: boolean } | null {
  const { frequency, interval, months, monthDays, weekdays, positions, count } = rule;
  if (count !== null || positions.length > 0) return null;
  const isRestarted = interval > 1;
  const isOneDay = monthDays.length === 0 || (monthDays.length === 1 && monthDays[0]! > 0);
  switch (frequency) {
    case "DAILY":
      return isRestarted && months.length + weekdays.length === 0 ? { rule, isRestarted } : null;
    case "WEEKLY":
      return months.length === 0 && weekdays.length <= 1
        ? { rule: { ...rule, weekdays: [weekdayOf(to)] }, isRestarted }
        : null;
    case "MONTHLY":
      if (months.length + weekdays.length > 0 || !isOneDay) return null;
      return { rule: { ...rule, monthDays: [Number(to.slice(8))] }, isRestarted };
    case "YEARLY":
      if (months.length > 1 || weekdays.length > 0 || !isOneDay) return null;
      return { rule: { ...rule, months: [], monthDays: [] }, isRestarted: true };
  }
}

function weekdayOf(date: string): Rule["weekdays"][number] {
  return { weekday: weekdayCodes[(new Date(`${date}T12:00:00Z`).getUTCDay() + 6) % 7]!, nth: null };
}
