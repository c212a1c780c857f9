// Implements RFC 5545, section 3.3.10, independently of the product: asks for each day if it
// belongs to the rule.

interface Day {
  date: string;
  /** Counts days since 1970. */
  number: number;
  year: number;
  month: number;
  day: number;
  daysInMonth: number;
  /** Monday is 0. */
  weekday: number;
}

const weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];
const msPerDay = 86_400_000;

/** Lists the rule's dates from the first day on, up to `last`. */
export function walkByDay(text: string, first: string, last: string): string[] {
  const parts = Object.fromEntries(
    text.split(";").map((part) => part.split("=") as [string, string]),
  );
  const start = dayOf(Date.parse(first) / msPerDay);
  const until = parts.UNTIL?.replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3") ?? last;
  const dates: string[] = [];
  for (let day = start; day.date <= last && day.date <= until; day = dayOf(day.number + 1)) {
    if (dates.length === Number(parts.COUNT ?? Infinity)) break;
    if (
      isInPeriod(day, start, parts) &&
      isMeant(day, start, parts) &&
      isAtPosition(day, start, parts)
    ) {
      dates.push(day.date);
    }
  }
  return dates;
}

const known = new Map<number, Day>();

function dayOf(number: number): Day {
  const found = known.get(number);
  if (found) return found;
  const at = new Date(number * msPerDay);
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate()];
  const daysInMonth = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const made = {
    date: at.toISOString().slice(0, 10),
    number,
    year,
    month,
    day,
    daysInMonth,
    weekday: (at.getUTCDay() + 6) % 7,
  };
  known.set(number, made);
  return made;
}

type Parts = Record<string, string | undefined>;

/**
 * "The INTERVAL rule part contains a positive integer representing at which intervals the
 * recurrence rule repeats."
 */
function isInPeriod(day: Day, start: Day, { FREQ, INTERVAL = "1" }: Parts): boolean {
  const monday = ({ number, weekday }: Day) => number - weekday;
  const between: Record<string, number> = {
    DAILY: day.number - start.number,
    WEEKLY: (monday(day) - monday(start)) / 7,
    MONTHLY: (day.year - start.year) * 12 + day.month - start.month,
    YEARLY: day.year - start.year,
  };
  return between[FREQ!]! % Number(INTERVAL) === 0;
}

function isMeant(day: Day, start: Day, { FREQ, BYMONTH, BYMONTHDAY, BYDAY }: Parts): boolean {
  if (BYMONTH && !BYMONTH.split(",").map(Number).includes(day.month)) return false;
  if (BYMONTHDAY && !BYMONTHDAY.split(",").some((said) => isDayOfMonth(day, Number(said))))
    return false;
  if (BYDAY && !BYDAY.split(",").some((said) => isWeekday(day, said))) return false;
  if (BYMONTHDAY || BYDAY) return true;
  // The start provides everything that the rule omits.
  if (FREQ === "WEEKLY") return day.weekday === start.weekday;
  if (FREQ === "MONTHLY") return day.day === start.day;
  if (FREQ === "YEARLY")
    return day.day === start.day && (Boolean(BYMONTH) || day.month === start.month);
  return true;
}

function isDayOfMonth({ day, daysInMonth }: Day, said: number): boolean {
  return said > 0 ? day === said : day - daysInMonth - 1 === said;
}

/** "1MO" is the month's first Monday, "-1MO" its last. */
function isWeekday({ day, daysInMonth, weekday }: Day, said: string): boolean {
  const nth = Number(said.slice(0, -2));
  if (weekdays[weekday] !== said.slice(-2)) return false;
  if (nth === 0) return true;
  return nth > 0 ? Math.ceil(day / 7) === nth : -Math.ceil((daysInMonth - day + 1) / 7) === nth;
}

/** Positions count all of the month's days, including those before the start. */
function isAtPosition(day: Day, start: Day, parts: Parts): boolean {
  if (!parts.BYSETPOS) return true;
  const firstOfMonth = day.number - day.day + 1;
  const inMonth = Array.from({ length: day.daysInMonth }, (_, index) =>
    dayOf(firstOfMonth + index),
  );
  const meant = inMonth.filter((other) => isMeant(other, start, parts));
  const index = meant.indexOf(day);
  return parts.BYSETPOS.split(",").some(
    (said) => Number(said) === index + 1 || Number(said) === index - meant.length,
  );
}
