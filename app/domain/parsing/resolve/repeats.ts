import { Temporal, wallClockAt } from "#app/domain/core/time.ts";
import { movedFrom } from "../calendar/days.ts";
import type { Limit } from "../grammar/repetition/bounds.ts";
import { codeOf } from "../grammar/repetition/repeating.ts";
import type { Scan } from "../grammar/engine/types.ts";
import type { Day, Due, Repeats, Repetition, TimePhrase, When } from "../types.ts";

export function repeatsOf(when: When, due: Due, now: string, timeZone: string): Repeats | null {
  const { repetition, countsFromDone, except, end } = when;
  if (!repetition) return null;
  const until = end && lastDayOf(end, due, wallClockAt(now, timeZone));
  const rule = ruleOf(repetition) + (until ? `;UNTIL=${until.toString().replaceAll("-", "")}` : "");
  return { rule, from: countsFromDone ? "done" : "due", ...(except && { except }) };
}

/** Tasks repeat by the day at most, and from when they were done only without an end. */
export function mayRepeatOtherwise(when: When, due: Due, now: string, timeZone: string): boolean {
  const { repetition, countsFromDone, end, isUnsure } = when;
  if (isUnsure || repetition?.frequency === "HOURLY" || repetition?.frequency === "MINUTELY") return true;
  return end !== undefined && (countsFromDone === true || !lastDayOf(end, due, wallClockAt(now, timeZone)));
}

/** Null for one before the first day. */
function lastDayOf(end: NonNullable<When["end"]>, due: Due, now: Temporal.PlainDateTime): Temporal.PlainDate | null {
  const first = Temporal.PlainDate.from(due.local.slice(0, 10));
  if (end.type === "lasting") {
    const { days, months } = end.duration;
    return first.add({ days, months }).subtract({ days: 1 });
  }
  const { day } = end;
  const date = day.type === "once" ? day.date(now) : day.next(first);
  return date && Temporal.PlainDate.compare(date, first) >= 0 ? date : null;
}

function ruleOf({ frequency, interval, month, daysOfMonth, days }: Repetition): string {
  const parts = [
    `FREQ=${frequency}`,
    interval && `INTERVAL=${interval}`,
    month && `BYMONTH=${month}`,
    daysOfMonth && `BYMONTHDAY=${daysOfMonth.join(",")}`,
    days && `BYDAY=${days.join(",")}`,
  ];
  return parts.filter(Boolean).join(";");
}

/** "Biweekly cleaner on Thursdays": the adjective says how often. */
export function withAdjective({ tokens }: Scan, phrases: TimePhrase[]): TimePhrase[] {
  const at = tokens.findIndex(({ word }) => ["biweekly", "fortnightly"].includes(word));
  const index = phrases.findIndex(({ when: { repetition } }) => repetition?.frequency === "WEEKLY");
  const phrase = phrases[index];
  if (at < 0 || !phrase || phrase.when.repetition!.interval || phrases.some(({ from, to }) => from <= at && at < to))
    return phrases;
  const when = { ...phrase.when, repetition: { ...phrase.when.repetition!, interval: 2 } };
  const adjective: TimePhrase = { from: at, to: at + 1, when: {}, cue: null, role: phrase.role };
  return [...phrases.with(index, { ...phrase, when }), adjective].toSorted((one, other) => one.from - other.from);
}

/** Adds "except Sunday" or "until June 30" to a repetition; one that cannot be kept leaves it unsure. */
export function withLimit(when: When, limit: Limit): When {
  if (limit.type !== "except") return when.end ? { ...when, isUnsure: true } : { ...when, end: limit };
  const repetition = when.repetition && withoutDays(when.repetition, limit.weekdays);
  if (!repetition || !when.day) return { ...when, isUnsure: true };
  const nextKept = (date: Temporal.PlainDate) => {
    let kept = date;
    while (!repetition.days!.includes(codeOf(kept.dayOfWeek))) kept = kept.add({ days: 1 });
    return kept;
  };
  const { day } = when;
  const kept: Day =
    day.type === "recurring" ? { ...day, next: (from) => nextKept(day.next(from)) } : movedFrom(day, nextKept);
  return { ...when, day: kept, repetition };
}

function withoutDays({ frequency, interval, days }: Repetition, weekdays: number[]): Repetition | null {
  const isEveryDay = frequency === "DAILY" && interval === undefined;
  if (!isEveryDay && !(frequency === "WEEKLY" && days)) return null;
  const left = (days ?? [1, 2, 3, 4, 5, 6, 7].map(codeOf)).filter((day) => !weekdays.map(codeOf).includes(day));
  return left.length > 0 && left.length < (days?.length ?? 7)
    ? { frequency: "WEEKLY", ...(interval && { interval }), days: left }
    : null;
}
