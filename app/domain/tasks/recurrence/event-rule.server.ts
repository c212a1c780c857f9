import { Temporal } from "#app/domain/core/time.ts";
import { type DatedRule, datesBetween, instantOn } from "./dates.server.ts";
import { writeRule } from "./rule.ts";

interface Start {
  /** A date of the rule. */
  on: string;
  /** HH:mm. */
  time: string;
  timeZone: string;
}

/** The lines of a recurring event that starts on a later date of the rule (RFC 5545, sections 3.8.5.1 and 3.8.5.3). */
export function eventRule(
  { rule, startsOn, excludedOn, excluded = [] }: DatedRule,
  { on, time, timeZone }: Start,
): string[] {
  const all = { rule, startsOn, excludedOn: [] };
  const dayBefore = Temporal.PlainDate.from(on).subtract({ days: 1 }).toString();
  const passed = rule.count && on > startsOn ? datesBetween(all, startsOn, dayBefore).length : 0;
  const count = rule.count && rule.count - passed;
  // With a zone, UNTIL must be an instant.
  const until = rule.until && `UNTIL=${utcTime(instantOn(rule.until, "23:59", timeZone))}`;
  const text = [writeRule({ ...rule, count, until: null }), until].filter(Boolean).join(";");
  const inPauses = excluded
    .filter(({ to }) => to >= on)
    .flatMap(({ from, to }) => datesBetween(all, from > on ? from : on, to));
  const left = [...new Set([...inPauses, ...excludedOn.filter((date) => date >= on)])].toSorted();
  const dates = left.map((date) => `${date.replaceAll("-", "")}T${time.replace(":", "")}00`);
  return [`RRULE:${text}`, ...(dates.length > 0 ? [`EXDATE;TZID=${timeZone}:${dates.join(",")}`] : [])];
}

/** 20270601T235900Z. */
function utcTime(instant: string): string {
  return instant.replace(/\.\d+/, "").replaceAll(/[-:]/g, "");
}
