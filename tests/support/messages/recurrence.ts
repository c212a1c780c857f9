import ICAL from "ical.js";
import { instantOn } from "#app/domain/recurrence/dates.server.ts";
import { wallClockAt } from "#app/domain/core/time.ts";

/**
 * Returns the first dates of a recurring event, as ical.js reads its lines. Its start is a date of
 * its rule.
 */
export function readRecurrence(
  start: string,
  timeZone: string,
  lines: string[],
  max: number,
): string[] {
  const [rule = "", ...exceptions] = lines;
  const local = wallClockAt(start, timeZone).toString().slice(0, 19);
  const excluded = exceptions.flatMap((line) => line.split(":")[1]!.split(","));
  const dates: string[] = [];
  const iterator = ICAL.Recur.fromString(withoutUntil(rule)).iterator(
    ICAL.Time.fromDateTimeString(local),
  );
  const until = /UNTIL=(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/.exec(rule)?.slice(1);
  const last = until ? `${until.slice(0, 3).join("-")}T${until.slice(3).join(":")}Z` : "9999";
  for (let next = iterator.next(); next && dates.length < max; next = iterator.next()) {
    const instant = instantOn(
      next.toString().slice(0, 10),
      next.toString().slice(11, 16),
      timeZone,
    );
    if (instant > last) break;
    if (!excluded.includes(next.toICALString())) dates.push(instant);
  }
  return dates;
}

const withoutUntil = (rule: string) => rule.replace("RRULE:", "").replace(/;UNTIL=[^;]+/, "");
