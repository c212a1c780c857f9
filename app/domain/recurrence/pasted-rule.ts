import { isDate } from "#app/domain/core/limits.ts";
import { findTimeZone, instantOf, Temporal, wallClockAt } from "#app/domain/core/time.ts";
import { parseRule, type Rule, writeRule } from "./rule.ts";

interface Pasted {
  status: "accepted";
  rule: string;
  /** Dates are YYYY-MM-DD. Null if the text contains no first date. */
  startsOn: string | null;
  excludedOn: string[];
}

interface Task {
  /** The task's date, from which the rule counts if it contains no date of its own. */
  on: string;
  /** The time of day, HH:mm, which stays. */
  time: string;
  timeZone: string;
}

type Read = Pasted | { status: "refused"; words: string };

const refused = (words: string) => ({ status: "refused", words }) as const;
const unreadable = refused("I can't read this rule.");

/**
 * Reads an RRULE of another calendar, also with the lines around it (RFC 5545, sections 3.1 and
 * 3.8.5).
 */
export function readPastedRule(text: string, task: Task): Read {
  const lines = linesOf(text);
  const named = (wanted: string) => lines.filter(({ name }) => name === wanted);
  const other = lines.find(({ name }) => name === "RDATE" || name === "EXRULE");
  if (other) return refused(`I can't repeat tasks by ${other.name}.`);
  const [rule, ...others] = named("RRULE");
  if (!rule) return unreadable;
  if (others.length > 0) return refused("There is more than one rule.");
  if (named("DTSTART").length > 1)
    return refused("There is more than one event. Please paste only the one that repeats.");
  const [start] = named("DTSTART").map(({ value, zone }) => wallClockOf(value, task, zone));
  const excluded = named("EXDATE").flatMap(({ value, zone }) =>
    value.split(",").map((one) => wallClockOf(one, task, zone)),
  );
  if (start === null || excluded.includes(null)) return unreadable;
  const first = start ?? { date: task.on, time: task.time };
  const parsed = parseRule(plainRule(rule.value, first, task));
  if (parsed.status === "refused") return parsed;
  if (
    start &&
    hasDays(parsed.rule) &&
    !named("DTSTART")[0]!.value.startsWith(start.date.replaceAll("-", ""))
  ) {
    return refused(
      "Its days are counted in another time zone, where they differ. Please choose them above.",
    );
  }
  const excludedOn = excluded.flatMap((one) => one?.date ?? []);
  return {
    status: "accepted",
    rule: writeRule(parsed.rule),
    startsOn: start?.date ?? null,
    excludedOn,
  };
}

const hasDays = ({ months, monthDays, weekdays }: Rule) =>
  months.length + monthDays.length + weekdays.length > 0;

interface Line {
  name: string;
  value: string;
  /** The zone as it is written: some programs use names of their own. */
  zone: string | undefined;
}

function linesOf(text: string): Line[] {
  const unfolded = text.toUpperCase().replaceAll(/\r?\n[ \t]/g, "");
  const withoutZones = unfolded.replaceAll(/BEGIN:VTIMEZONE.*?END:VTIMEZONE/gs, "");
  return withoutZones.split(/\r?\n/).flatMap((line) => {
    const said = line.trim().startsWith("FREQ=") ? `RRULE:${line.trim()}` : line.trim();
    const [, name, parameters = "", value] = /^(\w+)([^:]*):(.*)$/.exec(said) ?? [];
    const zone = /;TZID="?([^;"]+)/.exec(parameters)?.[1];
    return name && value ? [{ name, value, zone }] : [];
  });
}

interface WallClock {
  date: string;
  /** HH:mm. */
  time: string;
}

/** Reads 20261208, 20261208T190000 or 20261208T190000Z. Without a known zone, uses the task's. */
function wallClockOf(value: string, { time, timeZone }: Task, zone?: string): WallClock | null {
  const [, year, month, day, hour = "", minute = "", utc] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)\d\d(Z)?)?$/.exec(value.trim()) ?? [];
  const date = `${year}-${month}-${day}`;
  if (!isDate(date) || Number(hour) > 23 || Number(minute) > 59) return null;
  const from = utc ? "UTC" : hour && zone && findTimeZone(zone);
  if (!from) return { date, time: hour ? `${hour}:${minute}` : time };
  const local = wallClockAt(
    instantOf(Temporal.PlainDateTime.from(`${date}T${hour}:${minute}`), from),
    timeZone,
  );
  return {
    date: local.toPlainDate().toString(),
    time: local.toPlainTime().toString({ smallestUnit: "minute" }),
  };
}

/**
 * Makes the rule end on a day instead of at an instant, and its weeks start on Monday, as Mila's
 * rules do. The start of the week matters to few rules.
 */
function plainRule(rule: string, first: WallClock, task: Task): string {
  const parts = rule.split(";").filter(Boolean);
  const isBySunday = weekdayOf(first.date) === 7 || parts.some((part) => /^BYDAY=.*SU/.test(part));
  const isEveryWeek =
    !parts.some((part) => part.startsWith("INTERVAL=")) || parts.includes("INTERVAL=1");
  const isWeekly = parts.includes("FREQ=WEEKLY");
  const mayStartOtherwise = !isWeekly || isEveryWeek || !isBySunday;
  const kept = parts.filter((part) => !(part === "WKST=SU" && mayStartOtherwise));
  return kept
    .map((part) => (/^UNTIL=.*T/.test(part) ? untilDate(part.slice(6), first, task) : part))
    .join(";");
}

function untilDate(value: string, first: WallClock, task: Task): string {
  const until = wallClockOf(value, task);
  if (!until) return `UNTIL=${value}`;
  const date = Temporal.PlainDate.from(until.date).subtract({
    days: until.time < first.time ? 1 : 0,
  });
  return `UNTIL=${date.toString().replaceAll("-", "")}`;
}

const weekdayOf = (date: string) => Temporal.PlainDate.from(date).dayOfWeek;
