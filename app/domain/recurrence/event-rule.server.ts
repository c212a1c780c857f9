import { countBefore, type DatedRule, datesBetween, instantOn } from "./dates.server.ts";
import { writeRule } from "./rule.ts";

interface Start {
  /** A date of the rule. */
  on: string;
  /** HH:mm. */
  time: string;
  timeZone: string;
}

/**
 * Returns the lines of a recurring event that starts on a later date of the rule (RFC 5545,
 * sections 3.8.5.1 and 3.8.5.3).
 */
export function eventRule(dated: DatedRule, { on, time, timeZone }: Start): string[] {
  const { rule, startsOn, excludedOn, excluded = [] } = dated;
  const all = { rule, startsOn, excludedOn: [] };
  const count = rule.count && rule.count - countBefore(dated, on);
  // With a zone, UNTIL must be an instant.
  const until = rule.until && `UNTIL=${utcTime(instantOn(rule.until, "23:59", timeZone))}`;
  const text = [writeRule({ ...rule, count, until: null }), until].filter(Boolean).join(";");
  const inPauses = excluded
    .filter(({ to }) => to >= on)
    .flatMap(({ from, to }) => datesBetween(all, from > on ? from : on, to));
  const left = [...new Set([...inPauses, ...excludedOn.filter((date) => date >= on)])].toSorted();
  const dates = left.map((date) => `${date.replaceAll("-", "")}T${time.replace(":", "")}00`);
  return [
    `RRULE:${text}`,
    ...(dates.length > 0 ? [`EXDATE;TZID=${timeZone}:${dates.join(",")}`] : []),
  ];
}

/** Formats an instant as 20270601T235900Z. */
function utcTime(instant: string): string {
  return instant.replace(/\.\d+/, "").replaceAll(/[-:]/g, "");
}
