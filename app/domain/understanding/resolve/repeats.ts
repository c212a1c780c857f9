import { Temporal, wallClockAt } from "#app/domain/core/time.ts";
import { movedFrom } from "../calendar/days.ts";
import type { Limit } from "../grammar/repetition/bounds.ts";
import { codeOf, weeklyOn } from "../grammar/repetition/repeating.ts";
import { onWeekday } from "../grammar/repetition/weekly.ts";
import type { Scan } from "../grammar/engine/types.ts";
import { connectingWords } from "../lexicon/connecting.ts";
import { wordSet } from "../lexicon/word-set.ts";
import type { Day, Due, Repeats, Repetition, TimePhrase, When } from "../types.ts";
import { readPiece } from "./read-piece.ts";

export function repeatsOf(when: When, due: Due, now: string, timeZone: string): Repeats | null {
  const { repetition, countsFromDone, except, end } = when;
  if (!repetition) return null;
  const until = end && lastDayOf(end, due, wallClockAt(now, timeZone));
  const rule = ruleOf(repetition) + (until ? `;UNTIL=${until.toString().replaceAll("-", "")}` : "");
  return { rule, from: countsFromDone ? "done" : "due", ...(except && { except }) };
}

/** Tasks repeat daily at most, and a repetition from completion has no end. */
export function mayRepeatOtherwise(when: When, due: Due, now: string, timeZone: string): boolean {
  const { repetition, countsFromDone, end, isUnsure } = when;
  if (isUnsure || repetition?.frequency === "HOURLY" || repetition?.frequency === "MINUTELY")
    return true;
  return (
    end !== undefined &&
    (countsFromDone === true || !lastDayOf(end, due, wallClockAt(now, timeZone)))
  );
}

/** Returns null if it is before the first day. */
function lastDayOf(
  end: NonNullable<When["end"]>,
  due: Due,
  now: Temporal.PlainDateTime,
): Temporal.PlainDate | null {
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
  if (
    at < 0 ||
    !phrase ||
    phrase.when.repetition!.interval ||
    phrases.some(({ from, to }) => from <= at && at < to)
  )
    return phrases;
  const when = { ...phrase.when, repetition: { ...phrase.when.repetition!, interval: 2 } };
  const adjective: TimePhrase = { from: at, to: at + 1, when: {}, cue: null, role: phrase.role };
  return [...phrases.with(index, { ...phrase, when }), adjective].toSorted(
    (one, other) => one.from - other.from,
  );
}

/**
 * Adds "except Sunday" or "until June 30" to a repetition; a limit that no rule can express leaves
 * it unsure.
 */
export function withLimit(when: When, limit: Limit): When {
  if (limit.type !== "except")
    return when.end ? { ...when, isHalfRead: true } : { ...when, end: limit };
  const repetition = when.repetition && withoutDays(when.repetition, limit.weekdays);
  if (!repetition || !when.day) return { ...when, isHalfRead: true };
  const nextKept = (date: Temporal.PlainDate) => {
    let kept = date;
    while (!repetition.days!.includes(codeOf(kept.dayOfWeek))) kept = kept.add({ days: 1 });
    return kept;
  };
  const { day } = when;
  const kept: Day =
    day.type === "recurring"
      ? { ...day, next: (from) => nextKept(day.next(from)) }
      : movedFrom(day, nextKept);
  return { ...when, day: kept, repetition };
}

function withoutDays(
  { frequency, interval, days }: Repetition,
  weekdays: number[],
): Repetition | null {
  const isEveryDay = frequency === "DAILY" && interval === undefined;
  if (!isEveryDay && !(frequency === "WEEKLY" && days)) return null;
  const left = (days ?? [1, 2, 3, 4, 5, 6, 7].map(codeOf)).filter(
    (day) => !weekdays.map(codeOf).includes(day),
  );
  return left.length > 0 && left.length < (days?.length ?? 7)
    ? { frequency: "WEEKLY", ...(interval && { interval }), days: left }
    : null;
}

/**
 * "Every Tuesday at 7 and Thursday" has both days. "Every 3 days and on Sundays" is not a rule: the
 * text keeps its words, because half of it would be silently wrong.
 */
export function readRestOfRepetition(scan: Scan, phrase: TimePhrase): TimePhrase {
  const { when, role } = phrase;
  if (!when.repetition || role === "none") return phrase;
  const rest = readMoreTimes(scan, phrase);
  const both = rest && withMoreDays(when, rest);
  if (both) return { ...phrase, when: both, to: rest.to };
  if (!rest && !when.isTwice && !hasTwoIntervals(scan, phrase)) return phrase;
  return { ...withoutRule(phrase), to: rest?.to ?? phrase.to };
}

/** "Every day for a week: antibiotics at 8 am and 8 pm". */
export function withTimesApart(phrases: TimePhrase[]): TimePhrase[] {
  const isTwice = phrases.some(
    ({ when, role }) => when.isTwice && !when.repetition && role === "due",
  );
  return isTwice
    ? phrases.map((phrase) => (phrase.when.repetition ? withoutRule(phrase) : phrase))
    : phrases;
}

function withoutRule(phrase: TimePhrase): TimePhrase {
  const { repetition: _, ...once } = phrase.when;
  return { ...phrase, when: { ...once, isHalfRead: true }, role: "event" };
}

/** "Every other Monday and every Friday". */
function hasTwoIntervals({ tokens }: Scan, { from, to, when }: TimePhrase): boolean {
  const said = tokens.slice(from + 1, to).filter(({ word }) => word === "every" || word === "each");
  return (
    when.repetition?.interval !== undefined && when.repetition.days !== undefined && said.length > 0
  );
}

interface MoreTimes {
  weekdays: number[] | null;
  hasTime: boolean;
  to: number;
}

/** Reads the times after an "and" behind a repetition, unless another request starts there. */
function readMoreTimes(scan: Scan, { from, to, when }: TimePhrase): MoreTimes | null {
  const skip = (start: number, words: ReadonlySet<string>) => {
    let at = start;
    while (words.has(scan.tokens[at]?.word ?? "") && !scan.tokens[at]!.startsLine) at += 1;
    return at;
  };
  const at = skip(to, joints);
  // "Every 3 months on Jan 15".
  const isOnDay =
    scan.tokens[to]?.word === "on" && !when.repetition?.days && !when.repetition?.daysOfMonth;
  const piece = (at > to || isOnDay) && scan.tokens[at] ? readPiece(scan, at) : null;
  if (!piece || !(piece.when.day ?? piece.when.clock ?? piece.when.part) || piece.when.isStartDate)
    return null;
  const after = piece.when.clock ? null : scan.tokens[piece.to] && readPiece(scan, piece.to);
  const end = (after?.when.clock ?? after?.when.part) ? after!.to : piece.to;
  const next = scan.tokens[end];
  const isWhole = !next || next.type === "symbol" || connectingWords.has(next.word);
  if (!isWhole && from > 0) return null;
  const dayAt = skip(at, dayCues);
  const weekdays = scan.tokens[dayAt] ? scan.readers.anyWeekdays(scan, dayAt) : null;
  return {
    weekdays: weekdays?.next === piece.to ? weekdays.value : null,
    hasTime: Boolean(piece.when.clock ?? piece.when.part ?? after?.when.clock ?? after?.when.part),
    to: end,
  };
}

const joints = wordSet(", and or & n + plus also /");
const dayCues = wordSet("on every each");

function withMoreDays(when: When, { weekdays, hasTime }: MoreTimes): When | null {
  // "Until June and every Friday after that".
  if (when.end) return null;
  const { frequency, interval, days } = when.repetition!;
  if (frequency !== "WEEKLY" || !days || !weekdays || hasTime || when.day?.type !== "recurring")
    return null;
  const all = [1, 2, 3, 4, 5, 6, 7].filter(
    (day) => days.includes(codeOf(day)) || weekdays.includes(day),
  );
  return { ...when, day: onWeekday(all), repetition: weeklyOn(all, interval) };
}
