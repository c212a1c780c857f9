import { newSlices } from "#app/domain/core/in-slices.ts";

/** The lines of a calendar's file that Mila reads (RFC 5545). */
export interface FileParts {
  /** The calendar's own name, or an empty string. */
  name: string;
  /** "REQUEST" and "CANCEL" of invitations (RFC 5546), or an empty string. */
  method: string;
  /** Each event as text, without what Mila doesn't need. */
  events: string[];
  /** The file's own time zones, as text, by their names. */
  zones: Map<string, string>;
}

/** A calendar of 5 MB may consist of hundreds of thousands of empty events. */
const maxEvents = 10_000;
const maxZones = 20;
const maxLines = 2_000;
const maxLineLength = 10_000;

const ofEvent =
  /^(?:UID|SUMMARY|STATUS|SEQUENCE|LOCATION|DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|RECURRENCE-ID)[;:]/i;
const ofName = /^(?:X-WR-CALNAME|NAME)[;:]/i;
const ofMethod = /^METHOD:\s*(\w{1,20})\s*$/i;
const ofZone = /^(?:TZID[;:]|X-LIC-LOCATION:|(?:BEGIN|END):|DTSTART[;:]|TZOFFSET(?:FROM|TO):)/i;
// No country changes its clocks by other rules, and the library could search them forever.
const ofYear = /^RRULE:FREQ=YEARLY;/i;
const partOfRule =
  /^(?:INTERVAL=1|BYMONTH=\d{1,2}|BYDAY=-?[1-5][A-Z]{2}|UNTIL=[\dTZ]+|WKST=[A-Z]{2})$/i;
const isClockChange = (line: string): boolean =>
  ofYear.test(line) &&
  line
    .split(";")
    .slice(1)
    .every((part) => partOfRule.test(part));
const maxClockChanges = 20;

/** Returns null for text that is not a calendar. */
export async function readParts(text: string): Promise<FileParts | null> {
  if (!/^\ufeff?\s{0,100}BEGIN:VCALENDAR\r?\n/i.test(text)) return null;
  const parts: FileParts = { name: "", method: "", events: [], zones: new Map() };
  const pause = newSlices();
  for (const { component, kept } of listComponents(text)) {
    if (component === "NAME") parts.name ||= nameIn(kept);
    if (component === "METHOD") parts.method ||= methodIn(kept);
    if (component === "VEVENT" && parts.events.length < maxEvents)
      parts.events.push(["BEGIN:VEVENT", ...kept, "END:VEVENT"].join("\r\n"));
    if (component === "VTIMEZONE" && parts.zones.size < maxZones && canFollow(kept))
      parts.zones.set(zoneIn(kept), kept.join("\r\n"));
    await pause();
  }
  return parts;
}

/** Yields what stands directly in the calendar, with the lines that Mila reads, and its name. */
function* listComponents(text: string): Generator<{ component: string; kept: string[] }> {
  const open: string[] = [];
  let kept: string[] = [];
  for (const line of listLines(text)) {
    const [edge, name] = edgeIn(line);
    if (edge === "BEGIN") open.push(name);
    if (open.length === 1 && ofName.test(line)) yield { component: "NAME", kept: [line] };
    if (open.length === 1 && ofMethod.test(line)) yield { component: "METHOD", kept: [line] };
    if (shouldKeep(line, open) && kept.length < maxLines) kept.push(line);
    if (edge !== "END") continue;
    const [, component] = open;
    open.pop();
    if (open.length > 1 || component === undefined) continue;
    yield { component, kept };
    kept = [];
  }
}

/** Yields lines as they were before they were folded (RFC 5545, 3.1). */
function* listLines(text: string): Generator<string> {
  let line = "";
  let at = text.startsWith("\ufeff") ? 1 : 0;
  while (at < text.length) {
    const found = text.indexOf("\n", at);
    const end = found === -1 ? text.length : found;
    const piece = text.slice(at, end).replace(/\r$/, "");
    const isFolded = /^[ \t]/.test(piece);
    // A line that is too long to keep does not get longer.
    if (isFolded && line.length <= maxLineLength) line += piece.slice(1);
    if (!isFolded) {
      yield line;
      line = piece;
    }
    at = end + 1;
  }
  yield line;
}

function edgeIn(line: string): [edge: string, name: string] {
  const [, edge = "", name = ""] = /^(BEGIN|END):([\w-]{1,40})\s*$/i.exec(line) ?? [];
  return [edge.toUpperCase(), name.toUpperCase()];
}

function shouldKeep(line: string, [, component, inner]: string[]): boolean {
  if (line.length > maxLineLength) return false;
  if (component === "VTIMEZONE") return ofZone.test(line) || isClockChange(line);
  // An alarm inside the event has dates of its own.
  return component === "VEVENT" && inner === undefined && ofEvent.test(line);
}

function canFollow(zone: string[]): boolean {
  return zone.filter(isClockChange).length <= maxClockChanges;
}

function nameIn([line = ""]: string[]): string {
  return line.slice(line.indexOf(":") + 1).replaceAll(/\\([,;\\])/g, "$1");
}

function methodIn([line = ""]: string[]): string {
  return ofMethod.exec(line)?.[1]?.toUpperCase() ?? "";
}

function zoneIn(lines: string[]): string {
  const line = lines.find((one) => /^TZID[;:]/i.test(one)) ?? "";
  return line.slice(line.indexOf(":") + 1);
}
