import { Temporal } from "#app/domain/core/time.ts";

const weekdays = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

interface Change {
  /** The wall clock before it, YYYY-MM-DDTHH:mm. */
  local: Temporal.PlainDateTime;
  from: string;
  to: string;
  isDaylight: boolean;
}

/**
 * Writes a zone for clients that do not know its name (RFC 5545, 3.6.5), by its clock changes in
 * one year. They come every year if the next year has them on the same weekdays.
 */
export function writeTimeZone(timeZone: string, year: number): string {
  const [changes, next] = [changesIn(timeZone, year), changesIn(timeZone, year + 1)];
  const parts =
    changes.length === 0
      ? [writePart("STANDARD", steady(timeZone, year), null)]
      : changes.map((change, at) => {
          const rulesThen = next[at] ? rulesOf(next[at]) : [];
          const rule = rulesOf(change).find((each) => rulesThen.includes(each));
          return writePart(change.isDaylight ? "DAYLIGHT" : "STANDARD", change, rule ?? null);
        });
  return ["BEGIN:VTIMEZONE", `TZID:${timeZone}`, ...parts.flat(), "END:VTIMEZONE"].join("\r\n");
}

function changesIn(timeZone: string, year: number): Change[] {
  const changes: Change[] = [];
  let at = Temporal.PlainDateTime.from(`${year}-01-01T00:00`).toZonedDateTime(timeZone);
  // No zone changes its clock more often.
  while (changes.length < 4) {
    const next = at.getTimeZoneTransition("next");
    if (!next || next.year > year) break;
    const before = next.subtract({ seconds: 1 });
    const local = next.toInstant().toZonedDateTimeISO(before.offset).toPlainDateTime();
    const isDaylight = next.offsetNanoseconds > before.offsetNanoseconds;
    changes.push({ local, from: before.offset, to: next.offset, isDaylight });
    at = next;
  }
  return changes;
}

function steady(timeZone: string, year: number): Change {
  const local = Temporal.PlainDateTime.from(`${year}-01-01T00:00`);
  const { offset } = local.toZonedDateTime(timeZone);
  return { local, from: offset, to: offset, isDaylight: false };
}

/** By the last weekday of a month, and by its first, second, third or fourth. */
function rulesOf({ local }: Change): string[] {
  const { month, day, daysInMonth, dayOfWeek } = local;
  const weekday = weekdays[dayOfWeek - 1]!;
  const nth = `FREQ=YEARLY;BYMONTH=${month};BYDAY=${Math.ceil(day / 7)}${weekday}`;
  const last = `FREQ=YEARLY;BYMONTH=${month};BYDAY=-1${weekday}`;
  return day > daysInMonth - 7 ? [last, nth] : [nth];
}

function writePart(name: string, { local, from, to }: Change, rule: string | null): string[] {
  return [
    `BEGIN:${name}`,
    `DTSTART:${local.toString({ smallestUnit: "second" }).replaceAll(/[-:]/g, "")}`,
    ...(rule === null ? [] : [`RRULE:${rule}`]),
    `TZOFFSETFROM:${from.replace(":", "")}`,
    `TZOFFSETTO:${to.replace(":", "")}`,
    `END:${name}`,
  ];
}
