import { Temporal } from "#app/domain/core/time.ts";
import type { Day, WeekStart } from "../types.ts";

type PlainDate = Temporal.PlainDate;
type PlainDateTime = Temporal.PlainDateTime;
type RecurringDay = Extract<Day, { type: "recurring" }>;

export function onDay(date: (today: PlainDate) => PlainDate | null): Day {
  return { type: "once", date: (now) => date(now.toPlainDate()) };
}

export function daysFromToday(days: number): Day {
  return onDay((today) => today.add({ days }));
}

/** The next such weekday (1 is Monday); today only with a time that is still to come. */
export function weekdayNext(weekday: number): Day {
  return { type: "recurring", next: (from) => onOrAfter(from, weekday), isTodayOnlyWithTime: true };
}

/** The weekday, this many weeks after the current week. */
export function weekdayOfWeek(weekday: number, weeks: number, weekStart: WeekStart): Day {
  const fromMonday = weekStart === 0 && weekday === 7 ? -1 : weekday - 1;
  return onDay((today) => mondayOf(today, weekStart).add({ days: 7 * weeks + fromMonday }));
}

/** A date in every year; null for February 30. */
export function yearly(month: number, day: number): Day | null {
  if (month < 1 || month > 12) return null;
  const probe = Temporal.PlainDate.from({ year: 2024, month, day: 1 });
  if (day < 1 || day > probe.daysInMonth) return null;
  return everyYear((year) =>
    dayExists(year, month, day) ? Temporal.PlainDate.from({ year, month, day }) : null,
  );
}

export function dateOf(year: number, month: number, day: number): Day | null {
  if (month < 1 || month > 12 || !dayExists(year, month, day)) return null;
  const date = Temporal.PlainDate.from({ year, month, day });
  return { type: "once", date: () => date };
}

export function everyYear(dateIn: (year: number) => PlainDate | null): RecurringDay {
  return {
    type: "recurring",
    next: (from) => {
      for (let year = from.year; ; year += 1) {
        const date = dateIn(year);
        if (date && !isBefore(date, from)) return date;
      }
    },
  };
}

export function ofMonth(
  month: number,
  dateIn: (firstOfMonth: PlainDate) => PlainDate | null,
): RecurringDay {
  return everyYear((year) => dateIn(Temporal.PlainDate.from({ year, month, day: 1 })));
}

/** A day that each month has at most once: "the 31st". */
export function everyMonth(dateIn: (firstOfMonth: PlainDate) => PlainDate | null): RecurringDay {
  return {
    type: "recurring",
    next: (from) => {
      for (let month = from.with({ day: 1 }); ; month = month.add({ months: 1 })) {
        const date = dateIn(month);
        if (date && !isBefore(date, from)) return date;
      }
    },
  };
}

/** Returns the first of either day. */
export function earlierOf(one: RecurringDay, other: RecurringDay): RecurringDay {
  return {
    type: "recurring",
    next: (from) => {
      const [first, second] = [one.next(from), other.next(from)];
      return isBefore(first, second) ? first : second;
    },
  };
}

export function dayInMonth(firstOfMonth: PlainDate, day: number): PlainDate | null {
  return day >= 1 && day <= firstOfMonth.daysInMonth ? firstOfMonth.with({ day }) : null;
}

/** -1 is the last such weekday of the month; null when there is no fifth. */
export function nthWeekdayOf(
  firstOfMonth: PlainDate,
  nth: number,
  weekday: number,
): PlainDate | null {
  const first = onOrAfter(firstOfMonth, weekday);
  const lastOfMonth = firstOfMonth.with({ day: firstOfMonth.daysInMonth });
  const last = lastOfMonth.subtract({ days: (lastOfMonth.dayOfWeek - weekday + 7) % 7 });
  const date = nth > 0 ? first.add({ days: 7 * (nth - 1) }) : last.add({ days: 7 * (nth + 1) });
  return date.month === firstOfMonth.month ? date : null;
}

export function movedFrom(day: Day, move: (date: PlainDate) => PlainDate): Day {
  if (day.type === "once") return { type: "once", date: (now) => mapDate(day.date(now), move) };
  if (day.isTodayOnlyWithTime)
    return { type: "once", date: (now) => move(day.next(tomorrowOf(now))) };
  return {
    type: "recurring",
    next: (from) => {
      // The moved day may be in the future even if the day itself has passed.
      let base = day.next(from.subtract({ days: 60 }));
      while (isBefore(move(base), from)) base = day.next(base.add({ days: 1 }));
      return move(base);
    },
  };
}

/** The first day of a repetition on or after its start; the start itself for "every 2 weeks". */
export function startingOn(repetition: Day | undefined, start: Day): Day {
  const first = movedFrom(start, (date) => date);
  const move = (date: PlainDate) =>
    repetition?.type === "recurring" ? repetition.next(date) : date;
  return movedFrom(first, move);
}

/** The Monday of its week: a Sunday that begins one is before it. */
export function mondayOf(date: PlainDate, weekStart: WeekStart = 1): PlainDate {
  const isStart = weekStart === 0 && date.dayOfWeek === 7;
  return isStart ? date.add({ days: 1 }) : date.subtract({ days: date.dayOfWeek - 1 });
}

export function onOrAfter(date: PlainDate, weekday: number): PlainDate {
  return date.add({ days: (weekday - date.dayOfWeek + 7) % 7 });
}

export function isBefore(one: PlainDate, other: PlainDate): boolean {
  return one.until(other, { largestUnit: "day" }).days > 0;
}

function tomorrowOf(now: PlainDateTime): PlainDate {
  return now.toPlainDate().add({ days: 1 });
}

function mapDate(date: PlainDate | null, move: (date: PlainDate) => PlainDate): PlainDate | null {
  return date && move(date);
}

function dayExists(year: number, month: number, day: number): boolean {
  return day >= 1 && day <= Temporal.PlainYearMonth.from({ year, month }).daysInMonth;
}
