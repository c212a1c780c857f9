import { RRuleTemporal } from "rrule-temporal";
import { lastDate } from "#app/domain/core/limits.ts";
import { instantOf, Temporal } from "#app/domain/core/time.ts";
import { plainDatesBetween } from "./plain-dates.ts";
import { type Rule, writeRule } from "./rule.ts";

/** Dates are YYYY-MM-DD, on the wall clock of the series' zone. */
export interface DatedRule {
  rule: Rule;
  /** The first date that may belong to the rule. */
  startsOn: string;
  excludedOn: readonly string[];
  /** Pauses, in which the rule has no dates. */
  excluded?: readonly DateRange[];
}

/** Includes both days. */
export interface DateRange {
  from: string;
  to: string;
}

export function isWithin(date: string, ranges: readonly DateRange[]): boolean {
  return ranges.some(({ from, to }) => from <= date && date <= to);
}

/** Returns the date, or the first one after it that is in none of the ranges. */
export function firstOutside(date: string, ranges: readonly DateRange[]): string {
  const range = ranges.find(({ from, to }) => from <= date && date <= to);
  return range
    ? firstOutside(Temporal.PlainDate.from(range.to).add({ days: 1 }).toString(), ranges)
    : date;
}

/**
 * Looks ahead in ever wider windows: most rules have a date within days. A date beyond 32 years
 * counts as none.
 */
const windows = [{ days: 8 }, { months: 2 }, { months: 12 }, { months: 96 }, { months: 384 }];
/** The library gives up after 10,000 dates, 27 years of every day. */
const countedYears = 20;
const lastYear = Number(lastDate.slice(0, 4));

/**
 * Returns the rule's first date after `after`, or from `startsOn` on; null if it has no further
 * date.
 */
export function nextDate(
  { rule, startsOn, excludedOn, excluded = [] }: DatedRule,
  after?: string,
): string | null {
  const start = Temporal.PlainDate.from(startsOn);
  const earliest =
    after === undefined || after < startsOn
      ? start
      : Temporal.PlainDate.from(after).add({ days: 1 });
  const from = Temporal.PlainDate.from(firstOutside(earliest.toString(), excluded));
  const list = (first: string, last: string) =>
    plainDatesBetween(rule, startsOn, first, last) ??
    datesOf(rule, startsOn).between(noonOf(first), noonOf(last), true).map(dateOf);
  for (const window of windows) {
    const end = from.add(window);
    const last = end.year < lastYear ? end.toString() : lastDate;
    const found = last < from.toString() ? [] : list(from.toString(), last);
    const next = found.find((date) => !excludedOn.includes(date) && !isWithin(date, excluded));
    if (next !== undefined) return next;
  }
  return null;
}

/** Returns at most `max` dates, up to and including `last`. */
export function listDates(dated: DatedRule, last: string, max: number): string[] {
  return datesBetween(dated, dated.startsOn, last).slice(0, max);
}

/** Includes both dates. */
export function datesBetween(
  { rule, startsOn, excludedOn, excluded = [] }: DatedRule,
  first: string,
  last: string,
): string[] {
  const found =
    plainDatesBetween(rule, startsOn, first, last) ?? readDates(rule, startsOn, first, last);
  return found.filter((date) => !excludedOn.includes(date) && !isWithin(date, excluded));
}

function readDates(rule: Rule, startsOn: string, first: string, last: string): string[] {
  const dates = datesOf(rule, startsOn);
  const found: string[] = [];
  let from = first;
  while (from <= last) {
    const end = Temporal.PlainDate.from(from).add({ years: countedYears });
    const to = end.toString() < last ? end.toString() : last;
    found.push(...dates.between(noonOf(from), noonOf(to), true).map(dateOf));
    from = Temporal.PlainDate.from(to).add({ days: 1 }).toString();
  }
  return found;
}

/** Counts the dates of a rule before one of them. A COUNT also includes excluded ones. */
export function countBefore({ rule, startsOn }: DatedRule, on: string): number {
  const dayBefore = Temporal.PlainDate.from(on).subtract({ days: 1 }).toString();
  return on > startsOn
    ? datesBetween({ rule, startsOn, excludedOn: [] }, startsOn, dayBefore).length
    : 0;
}

/**
 * @param time HH:mm; one that a clock change skips moves forward by the gap, a repeated one means
 * the first
 */
export function instantOn(date: string, time: string, timeZone: string): string {
  return instantOf(Temporal.PlainDateTime.from(`${date}T${time}`), timeZone);
}

/**
 * Uses noon in UTC, so that the library only counts days: it leaves out times that a clock change
 * skips (decision 0009).
 */
function datesOf(rule: Rule, startsOn: string): RRuleTemporal {
  const until = rule.until && `UNTIL=${rule.until.replaceAll("-", "")}T120000Z`;
  const text = writeRule({ ...rule, until: null });
  const rruleString = [
    `DTSTART:${startsOn.replaceAll("-", "")}T120000Z`,
    `RRULE:${[text, until].filter(Boolean).join(";")}`,
  ].join("\n");
  return new RRuleTemporal({ rruleString });
}

function noonOf(date: string): Date {
  return new Date(`${date}T12:00:00Z`);
}

function dateOf(noon: { toPlainDate: () => { toString: () => string } }): string {
  return noon.toPlainDate().toString();
}
