import { Temporal } from "#app/domain/core/time.ts";
import { weekdayNumbers } from "../lexicon/calendar.ts";
import type { Token, WeekStart } from "../types.ts";

type PlainDate = Temporal.PlainDate;

/** Days that are over, or go on until today. */
export interface PastDays {
  from: PlainDate;
  until: PlainDate;
}

/** Reads "yesterday", "on Monday" and "last week", as someone says who asks for things done. */
export function readPastDays(
  tokens: Token[],
  at: number,
  today: PlainDate,
  weekStart: WeekStart | undefined,
): { days: PastDays; next: number } | null {
  const start = ["on", "in", "over", "the"].includes(tokens[at]?.word ?? "") ? at + 1 : at;
  const [first = "", second = ""] = tokens.slice(start, start + 2).map(({ word }) => word);
  const [isLast, isThis] = [["last", "past"].includes(first), first === "this"];
  if (isLast || isThis) {
    const days =
      second in weekdayNumbers
        ? onWeekday(today, weekdayNumbers[second]!)
        : spanOf(second, today, isLast ? 1 : 0, weekStart);
    return days && { days, next: start + 2 };
  }
  const days =
    first in weekdayNumbers ? onWeekday(today, weekdayNumbers[first]!) : dayNamed(first, today);
  return days && { days, next: start + 1 };
}

function dayNamed(word: string, today: PlainDate): PastDays | null {
  if (word === "today" || word === "tonight") return { from: today, until: today };
  return word === "yesterday" ? onDay(today.subtract({ days: 1 })) : null;
}

/** "On Monday" is today only if somebody says "today". */
function onWeekday(today: PlainDate, weekday: number): PastDays {
  return onDay(today.subtract({ days: ((today.dayOfWeek - weekday + 6) % 7) + 1 }));
}

const onDay = (day: PlainDate): PastDays => ({ from: day, until: day });

/** @param ago 0 is the week, weekend or month of today */
function spanOf(
  word: string,
  today: PlainDate,
  ago: number,
  weekStart: WeekStart | undefined,
): PastDays | null {
  const first = weekStart === 0 ? 7 : 1;
  const week = today.subtract({ days: ((today.dayOfWeek - first + 7) % 7) + 7 * ago });
  const month = today.with({ day: 1 }).subtract({ months: ago });
  const saturday = today.subtract({
    days: ((today.dayOfWeek + 1) % 7) + (isOver(today, ago) ? 7 : 0),
  });
  const spans: Record<string, PastDays> = {
    morning: onDay(today.subtract({ days: ago })),
    afternoon: onDay(today.subtract({ days: ago })),
    night: onDay(today.subtract({ days: ago })),
    week: { from: week, until: week.add({ days: 6 }) },
    weekend: { from: saturday, until: saturday.add({ days: 1 }) },
    month: { from: month, until: month.with({ day: month.daysInMonth }) },
  };
  const span = Object.hasOwn(spans, word) ? spans[word]! : null;
  if (!span) return null;
  const isAhead = Temporal.PlainDate.compare(span.until, today) > 0;
  return isAhead ? { from: span.from, until: today } : span;
}

/** "Last weekend" on a Sunday is the one before. */
const isOver = (today: PlainDate, ago: number) => ago === 1 && today.dayOfWeek >= 6;
