import { type Rule, type Schedule, weekdayCodes, writeRule } from "./rule.ts";

/** The parts of a repetition, as the form shows them. */
export interface RepeatFields {
  interval: number;
  unit: "day" | "week" | "month" | "year";
  /** The days of the week. Empty means the weekday of its date. */
  weekdays: Weekday[];
  /**
   * "date" repeats on the day of its date, "days" on days such as "1, 15, last", and "weekday" on a
   * weekday such as the last Friday.
   */
  monthly: "date" | "days" | "weekday";
  days: string;
  nth: number;
  nthWeekday: Weekday;
  from: "due" | "done";
  /** YYYY-MM-DD. */
  until: string | null;
}

type Weekday = (typeof weekdayCodes)[number];

type Written = { rule: string } | { field: "days" | "until"; words: string };

const frequencies = { day: "DAILY", week: "WEEKLY", month: "MONTHLY", year: "YEARLY" } as const;
const unitOf = { DAILY: "day", WEEKLY: "week", MONTHLY: "month", YEARLY: "year" } as const;
const lastDay = -1;

export function ruleFromFields(fields: RepeatFields): Written {
  const { interval, unit, from, until } = fields;
  const rule: Rule = {
    frequency: frequencies[unit],
    interval,
    months: [],
    monthDays: [],
    weekdays: [],
    positions: [],
    count: null,
    until,
  };
  if (from === "done") {
    if (until)
      return { field: "until", words: "What counts from when it is done has no last date." };
    return { rule: writeRule(rule) };
  }
  if (unit === "week") rule.weekdays = inOrder(fields.weekdays);
  if (unit === "month" && fields.monthly === "weekday")
    rule.weekdays = [{ weekday: fields.nthWeekday, nth: fields.nth }];
  if (unit === "month" && fields.monthly === "days") {
    const monthDays = readDays(fields.days);
    if (!monthDays)
      return { field: "days", words: "Please write days from 1 to 31, such as “1, 15” or “last”." };
    rule.monthDays = monthDays;
  }
  return { rule: writeRule(rule) };
}

/** Returns null for a rule that the form cannot show. */
export function fieldsFromSchedule(schedule: Schedule, startsOn: string): RepeatFields | null {
  const { interval, frequency } = schedule.type === "completion" ? schedule : schedule.rule;
  const plain: RepeatFields = { ...plainFields(startsOn), interval, unit: unitOf[frequency] };
  if (schedule.type === "completion") return { ...plain, from: "done" };
  const { rule } = schedule;
  if (rule.count !== null || rule.positions.length > 0) return null;
  const shown = shownParts(rule, startsOn);
  return shown && { ...plain, ...shown, until: rule.until };
}

/** Returns the fields for a task that does not repeat yet: every week on its weekday. */
export function plainFields(startsOn: string): RepeatFields {
  const weekday = weekdayCodes[(new Date(`${startsOn}T12:00:00Z`).getUTCDay() + 6) % 7]!;
  return {
    interval: 1,
    unit: "week",
    weekdays: [],
    monthly: "date",
    days: "",
    nth: 1,
    nthWeekday: weekday,
    from: "due",
    until: null,
  };
}

function shownParts(rule: Rule, startsOn: string): Partial<RepeatFields> | null {
  const { frequency, interval, months, monthDays, weekdays } = rule;
  const lists = months.length + monthDays.length + weekdays.length;
  if (lists === 0) return {};
  if (frequency === "YEARLY") return isOnlyItsDate(rule, startsOn) ? {} : null;
  if (months.length > 0) return null;
  const named = weekdays.map(({ weekday }) => weekday);
  if (frequency === "WEEKLY") return { weekdays: named };
  if (frequency === "DAILY") return interval === 1 ? { unit: "week", weekdays: named } : null;
  if (weekdays.length === 0) return daysShown(monthDays);
  const [{ weekday, nth }, ...others] = [weekdays[0]!, ...weekdays.slice(1)];
  const isShown = others.length + monthDays.length === 0 && nth !== null && nths.includes(nth);
  return isShown ? { monthly: "weekday", nth, nthWeekday: weekday } : null;
}

const nths = [1, 2, 3, 4, -1];

function daysShown(monthDays: number[]): Partial<RepeatFields> | null {
  if (monthDays.some((day) => day < lastDay)) return null;
  const sorted = [
    ...monthDays.filter((day) => day > 0),
    ...monthDays.filter((day) => day === lastDay),
  ];
  return {
    monthly: "days",
    days: sorted.map((day) => (day === lastDay ? "last" : String(day))).join(", "),
  };
}

function isOnlyItsDate({ months, monthDays, weekdays }: Rule, startsOn: string): boolean {
  const [, month, day] = startsOn.split("-").map(Number);
  const isItsMonth = months.length === 1 && months[0] === month;
  const isItsDay = monthDays.length === 0 || (monthDays.length === 1 && monthDays[0] === day);
  return isItsMonth && isItsDay && weekdays.length === 0;
}

/** Reads "1, 15", "the 1st and 15th" and "last". Returns null for anything else. */
function readDays(text: string): number[] | null {
  const words = text
    .toLowerCase()
    .split(/[\s,;&]+|\band\b|\bthe\b|\bday\b/)
    .filter(Boolean);
  const days = words.map((word) =>
    word === "last" ? lastDay : Number(/^(\d{1,2})(?:st|nd|rd|th|\.)?$/.exec(word)?.[1]),
  );
  const isDays = days.length > 0 && days.every((day) => day === lastDay || (day >= 1 && day <= 31));
  return isDays ? [...new Set(days)].toSorted((one, other) => one - other) : null;
}

function inOrder(weekdays: Weekday[]): Rule["weekdays"] {
  return weekdayCodes
    .filter((code) => weekdays.includes(code))
    .map((weekday) => ({ weekday, nth: null }));
}
