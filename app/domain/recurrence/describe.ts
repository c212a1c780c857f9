import { formatDateWithWeekday, Temporal } from "#app/domain/core/time.ts";
import { type Rule, type Schedule, weekdayCodes } from "./rule.ts";

/**
 * Returns "Every Tuesday", "The last Friday of the month" or "3 weeks after it was done".
 * @param startsOn YYYY-MM-DD
 * @param clock "7 PM", for "Every Tuesday 7 PM"
 */
export function describeRule(schedule: Schedule, startsOn: string, clock?: string): string {
  if (schedule.type === "completion") {
    const { frequency, interval } = schedule;
    const unit = units[frequency];
    return interval === 1
      ? `A ${unit} after it was done`
      : `${interval} ${unit}s after it was done`;
  }
  const { rule } = schedule;
  const start = Temporal.PlainDate.from(startsOn);
  return describe[rule.frequency](rule, start) + (clock ? ` ${clock}` : "") + describeEnd(rule);
}

const units = { DAILY: "day", WEEKLY: "week", MONTHLY: "month", YEARLY: "year" };
const dayNames = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const monthNames = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];
const ordinalNames = ["", "first", "second", "third", "fourth", "fifth"];
const and = new Intl.ListFormat("en-US");
const or = new Intl.ListFormat("en-US", { type: "disjunction" });

const describe: Record<Rule["frequency"], (rule: Rule, start: Temporal.PlainDate) => string> = {
  DAILY(rule) {
    const days = rule.weekdays.length === 0 || isWholeWeek(rule) ? "" : or.format(namesOf(rule));
    if (rule.interval === 1) return (days ? everyWeekday(rule) : "Every day") + inMonths(rule);
    return everyInterval(rule) + (days && `, if it is a ${days}`) + inMonths(rule);
  },
  WEEKLY(rule, start) {
    const on = rule.weekdays.length > 0 ? rule : { ...rule, weekdays: [weekdayOf(start)] };
    if (rule.interval === 1) return everyWeekday(on) + inMonths(rule);
    return (
      `${everyInterval(rule)} on ${isWholeWeek(on) ? "every day" : and.format(namesOf(on))}` +
      inMonths(rule)
    );
  },
  MONTHLY(rule, start) {
    const { interval } = rule;
    if (isEveryWeekdayOfMonth(rule)) {
      return (
        (interval === 1
          ? everyWeekday(rule)
          : `${everyInterval(rule)}, ${lower(everyWeekday(rule))}`) + inMonths(rule)
      );
    }
    const days = daysOfMonth(rule, start);
    const when =
      interval === 1 ? `${upper(days)} of the month` : `${everyInterval(rule)} on ${days}`;
    return when + ifWeekday(rule) + inMonths(rule);
  },
  YEARLY(rule, start) {
    const { months, weekdays, monthDays } = rule;
    const named = (months.length > 0 ? months : [start.month]).map(
      (month) => monthNames[month - 1]!,
    );
    const days = monthDays.length > 0 ? monthDays : [start.day];
    const isPlain = weekdays.length === 0 && named.length === 1 && days.every((day) => day > 0);
    if (isPlain) return `${everyInterval(rule)} on ${named[0]} ${and.format(days.map(String))}`;
    const when = isEveryWeekdayOfMonth(rule)
      ? `${lower(everyWeekday(rule))} in`
      : `on ${daysOfMonth(rule, start)} of`;
    return `${everyInterval(rule)}${when.startsWith("on") ? "" : ","} ${when} ${and.format(named)}${ifWeekday(rule)}`;
  },
};

function everyInterval({ frequency, interval }: Rule): string {
  const unit = units[frequency];
  if (interval === 1) return `Every ${unit}`;
  return interval === 2 ? `Every other ${unit}` : `Every ${interval} ${unit}s`;
}

function everyWeekday(rule: Rule): string {
  if (isWholeWeek(rule)) return "Every day";
  return isWorkWeek(rule) ? "Every weekday" : `Every ${and.format(namesOf(rule))}`;
}

const isWholeWeek = ({ weekdays }: Rule) =>
  weekdays.length === 7 && weekdays.every(({ nth }) => nth === null);
const isWorkWeek = ({ weekdays }: Rule) =>
  weekdays.map(({ weekday }) => weekday).join() === "MO,TU,WE,TH,FR";

/** True for "every Friday", written as a monthly rule. */
function isEveryWeekdayOfMonth({ weekdays, monthDays, positions }: Rule): boolean {
  const isPlain = weekdays.length > 0 && weekdays.every(({ nth }) => nth === null);
  return isPlain && monthDays.length + positions.length === 0;
}

function namesOf({ weekdays }: Rule): string[] {
  return weekdays.map(({ weekday }) => dayNames[weekdayCodes.indexOf(weekday)]!);
}

function weekdayOf(date: Temporal.PlainDate): Rule["weekdays"][number] {
  return { weekday: weekdayCodes[date.dayOfWeek - 1]!, nth: null };
}

/** "the 1st and 15th", "the last day", "the first Monday", "the last weekday". */
function daysOfMonth(rule: Rule, start: Temporal.PlainDate): string {
  const { weekdays, monthDays, positions } = rule;
  if (positions.length > 0) {
    const days = isWholeWeek(rule)
      ? "day"
      : isWorkWeek(rule)
        ? "weekday"
        : or.format(namesOf(rule));
    return `the ${and.format(positions.map((position) => ordinal(position)))} ${days}`;
  }
  if (weekdays.length > 0 && monthDays.length === 0) {
    const names = namesOf(rule);
    return `the ${and.format(weekdays.map(({ nth }, index) => `${ordinal(nth ?? 1)} ${names[index]}`))}`;
  }
  const days = monthDays.length > 0 ? monthDays : [start.day];
  const fromStart = days.filter((day) => day > 0).map(numbered);
  const fromEnd = days.filter((day) => day < 0).toReversed();
  return `the ${and.format([...fromStart, ...fromEnd.map((day) => `${ordinal(day)} day`)])}`;
}

/** Describes a rule with both a date and a weekday: Friday the 13th. */
function ifWeekday(rule: Rule): string {
  const isBoth = rule.monthDays.length > 0 && rule.weekdays.length > 0;
  return isBoth ? `, if it is a ${isWorkWeek(rule) ? "weekday" : or.format(namesOf(rule))}` : "";
}

function inMonths({ months }: Rule): string {
  return months.length === 0
    ? ""
    : `, in ${and.format(months.map((month) => monthNames[month - 1]!))}`;
}

function describeEnd({ count, until }: Rule): string {
  if (count !== null) return count === 1 ? ", once" : `, ${count} times`;
  return until === null
    ? ""
    : `, until ${formatDateWithWeekday(Temporal.PlainDate.from(until), true)}`;
}

function ordinal(nth: number): string {
  if (nth > 0) return ordinalNames[nth] ?? numbered(nth);
  return nth === -1 ? "last" : `${ordinalNames[-nth] ?? numbered(-nth)} to last`;
}

function numbered(day: number): string {
  const isTeen = day % 100 > 10 && day % 100 < 14;
  return `${day}${(!isTeen && ["th", "st", "nd", "rd"][day % 10]) || "th"}`;
}

const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
