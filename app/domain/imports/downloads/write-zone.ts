import { Temporal } from "#app/domain/core/time.ts";

const firstYear = 2000;
const lastYear = 2060;

/**
 * Writes the clock changes of a zone (RFC 5545, 3.6.5). Programs know the zone by its name, and take
 * these only if they don't.
 */
export function writeZone(zone: string): string[] {
  const start = Temporal.PlainDateTime.from({ year: firstYear, month: 1, day: 1 });
  let at: Temporal.ZonedDateTime | null = start.toZonedDateTime(zone);
  let before = at.offset;
  const lines = [
    `BEGIN:VTIMEZONE`,
    `TZID:${zone}`,
    ...observance("STANDARD", start, before, before),
  ];
  const year = ({ year: own }: Temporal.ZonedDateTime) => own;
  while ((at = at.getTimeZoneTransition("next")) && year(at) <= lastYear) {
    const name = isLater(at.offset, before) ? "DAYLIGHT" : "STANDARD";
    const onset = at.toInstant().toZonedDateTimeISO(before).toPlainDateTime();
    lines.push(...observance(name, onset, before, at.offset));
    before = at.offset;
  }
  return [...lines, "END:VTIMEZONE"];
}

function observance(
  name: "STANDARD" | "DAYLIGHT",
  onset: Temporal.PlainDateTime,
  from: string,
  to: string,
): string[] {
  const local = onset.toString({ smallestUnit: "second" }).replaceAll(/[-:]/g, "");
  return [
    `BEGIN:${name}`,
    `DTSTART:${local}`,
    `TZOFFSETFROM:${from.replaceAll(":", "")}`,
    `TZOFFSETTO:${to.replaceAll(":", "")}`,
    `END:${name}`,
  ];
}

const isLater = (offset: string, other: string) => minutesOf(offset) > minutesOf(other);

function minutesOf(offset: string): number {
  const [hours = 0, minutes = 0] = offset.slice(1).split(":").map(Number);
  return (offset.startsWith("-") ? -1 : 1) * (hours * 60 + minutes);
}
