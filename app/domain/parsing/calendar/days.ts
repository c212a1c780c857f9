import { Temporal } from "#app/domain/time.ts";
import type { Day } from "../types.ts";

type PlainDate = Temporal.PlainDate;
type PlainDateTime = Temporal.PlainDateTime;

/** A day that comes once, counted from the day of speaking. */
export function once(date: (today: PlainDate) => PlainDate | null): Day {
  return { type: "once", date: (now) => date(now.toPlainDate()) };
}

/** So many days from today. */
export function daysFromToday(days: number): Day {
  return once((today) => today.add({ days }));
}

/** The weekday, Monday is 1: the next one after today, or today with a time still to come. */
export function weekdayNext(weekday: number): Day {
  return { type: "recurring", next: (from) => onOrAfter(from, weekday), isTodayOnlyWithTime: true };
}

/** The weekday of the week that begins so many weeks after this week's Monday. */
export function weekdayOfWeek(weekday: number, weeks: number): Day {
  return once((today) => mondayOf(today).add({ days: 7 * weeks + weekday - 1 }));
}

/** A date of every year; null where no year has it (February 30). */
export function yearly(month: number, day: number): Day | null {
  const probe = Temporal.PlainDate.from({ year: 2024, month, day: 1 });
  if (day < 1 || day > probe.daysInMonth) return null;
  return everyYear((year) => (dayExists(year, month, day) ? Temporal.PlainDate.from({ year, month, day }) : null));
}

/** A date in one year; null where there is no such date. */
export function dateOf(year: number, month: number, day: number): Day | null {
  if (month < 1 || month > 12 || !dayExists(year, month, day)) return null;
  const date = Temporal.PlainDate.from({ year, month, day });
  return { type: "once", date: () => date };
}

/** A day that each year has once, or that some years do not have. */
export function everyYear(dateIn: (year: number) => PlainDate | null): Day {
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

/** A day that one month of each year has, or of some years. */
export function ofMonth(month: number, dateIn: (firstOfMonth: PlainDate) => PlainDate | null): Day {
  return everyYear((year) => dateIn(Temporal.PlainDate.from({ year, month, day: 1 })));
}

/** A day that each month has once, or that some months do not have: "the 31st". */
export function everyMonth(dateIn: (firstOfMonth: PlainDate) => PlainDate | null): Day {
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

/** The day of a month by its number; null where the month is too short. */
export function dayInMonth(firstOfMonth: PlainDate, day: number): PlainDate | null {
  return day >= 1 && day <= firstOfMonth.daysInMonth ? firstOfMonth.with({ day }) : null;
}

/** The first, second … or, counted from the end, last (-1) such weekday of a month; null where there is no fifth. */
export function nthWeekdayOf(firstOfMonth: PlainDate, nth: number, weekday: number): PlainDate | null {
  const first = onOrAfter(firstOfMonth, weekday);
  const lastOfMonth = firstOfMonth.with({ day: firstOfMonth.daysInMonth });
  const last = lastOfMonth.subtract({ days: (lastOfMonth.dayOfWeek - weekday + 7) % 7 });
  const date = nth > 0 ? first.add({ days: 7 * (nth - 1) }) : last.add({ days: 7 * (nth + 1) });
  return date.month === firstOfMonth.month ? date : null;
}

/** The day so far from another: "3 days after Christmas", "the Saturday before Halloween". */
export function movedFrom(day: Day, move: (date: PlainDate) => PlainDate): Day {
  if (day.type === "once") return { type: "once", date: (now) => mapDate(day.date(now), move) };
  if (day.isTodayOnlyWithTime) return { type: "once", date: (now) => move(day.next(tomorrowOf(now))) };
  return {
    type: "recurring",
    next: (from) => {
      // The day itself may lie behind us while the moved one is still to come.
      let base = day.next(from.subtract({ days: 60 }));
      while (isBefore(move(base), from)) base = day.next(base.add({ days: 1 }));
      return move(base);
    },
  };
}

/** The first day of a repetition from a day on; that day itself where the repetition names none ("every 2 weeks"). */
export function startingOn(repetition: Day | undefined, start: Day): Day {
  const first = movedFrom(start, (date) => date);
  const move = (date: PlainDate) => (repetition?.type === "recurring" ? repetition.next(date) : date);
  return movedFrom(first, move);
}

export function mondayOf(date: PlainDate): PlainDate {
  return date.subtract({ days: date.dayOfWeek - 1 });
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
