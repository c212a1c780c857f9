import { readParts } from "#app/domain/calendar/shown/file/components.ts";
import { type FileEvent, isDay, isInstant } from "#app/domain/calendar/shown/file/event.ts";
import { listSeries } from "#app/domain/calendar/shown/file/list-events.server.ts";
import { instantOf, Temporal, wallClockAt } from "#app/domain/core/time.ts";
import type { Thing } from "./thing.ts";

interface MailWithCalendars {
  /** Calendar files (RFC 5545). */
  calendars: readonly string[];
  /** A UTC instant: events before its day are over. */
  sentAt: string;
  timeZone: string;
}

const daysAhead = 270;
/** In a file. A calendar of all years has more, and is better shown in the week. */
const maxEvents = 500;
const maxThings = 20;

/** Other methods answer an invitation (RFC 5546, 1.4). A file alone may have none. */
const methods = ["", "PUBLISH", "REQUEST", "ADD", "CANCEL"];

/**
 * Lists the events of the calendar files that came with a mail: each series with its first date,
 * and what is cancelled, the earliest
 * first.
 * @returns `isCut` if there are more
 */
export async function listInvitations(
  mail: MailWithCalendars,
): Promise<{ things: Thing[]; isCut: boolean }> {
  const today = wallClockAt(mail.sentAt, mail.timeZone).toPlainDate();
  const window = {
    // By UTC, today may have begun yesterday.
    from: today.subtract({ days: 1 }).toString(),
    before: today.add({ days: daysAhead }).toString(),
  };
  const dayOf = (starts: string) => localOf(starts, mail.timeZone).toPlainDate().toString();
  const isAhead = ({ starts }: { starts: string }) =>
    dayOf(starts) >= today.toString() && dayOf(starts) < window.before;
  const meetings: Meeting[] = [];
  let isCut = false;
  for (const calendar of mail.calendars) {
    const parts = await readParts(calendar);
    if (!parts || !methods.includes(parts.method)) continue;
    isCut ||= parts.events.length > maxEvents;
    const read = { ...parts, events: parts.events.slice(0, maxEvents) };
    for (const { events, dates, cancelledDates } of await listSeries(read, window)) {
      const off = events.filter(({ isCancelled }) => isCancelled || parts.method === "CANCEL");
      const event = events.find((each) => !off.includes(each));
      const [first] = dates.filter(isAhead).toSorted(byStart);
      if (event && first) meetings.push({ ...event, ...first, id: nameOf(event), isOff: false });
      const [firstOff] = [...dates, ...cancelledDates].filter(isAhead).toSorted(byStart);
      const cancelled = off.map((each) => ({
        ...each,
        id: nameOf(each),
        // A cancelled series has its next date.
        starts: (!each.replaces && firstOff?.starts) || each.start.written,
        isOff: true,
      }));
      meetings.push(...cancelled.filter(isAhead));
    }
  }
  // Mail programs send a file twice: for their own kind, and to be saved.
  const once = new Map(meetings.map((meeting) => [keyOf(meeting), meeting]));
  const things = [...once.values()]
    .map((meeting) => toThing(meeting, mail.timeZone))
    .toSorted((one, other) => one.due!.local.localeCompare(other.due!.local));
  return { things: things.slice(0, maxThings), isCut: isCut || things.length > maxThings };
}

/** One date of a series that was changed has a name of its own. */
const nameOf = ({ uid, replaces }: Pick<FileEvent, "uid" | "replaces">) =>
  replaces ? `${uid}\n${replaces.written}` : uid;

const byStart = (one: { starts: string }, other: { starts: string }) =>
  one.starts.localeCompare(other.starts);

const keyOf = ({ title, starts, isOff }: Meeting) => JSON.stringify([title, starts, isOff]);

interface Meeting {
  id: string;
  sequence: number;
  title: string;
  location: string;
  /** As `ShownEventTable` has it. */
  starts: string;
  isOff: boolean;
}

function toThing(
  { id, sequence, title, location, starts, isOff }: Meeting,
  timeZone: string,
): Thing {
  const at = localOf(starts, timeZone);
  const name = isOff ? `Cancelled: ${title.replace(/^cancell?ed:\s*/i, "")}` : title;
  return {
    title: name,
    category: "Kids",
    due: { local: at.toString({ smallestUnit: "minute" }), instant: instantOf(at, timeZone) },
    hasTime: !isDay(starts),
    about: null,
    note: null,
    sentence: [name, location].filter(Boolean).join(", "),
    isSure: true,
    eventId: id,
    sequence,
    kind: isOff ? "cancelled" : "event",
  };
}

/** A day has noon, as it has in texts. */
function localOf(starts: string, timeZone: string): Temporal.PlainDateTime {
  if (isInstant(starts)) return wallClockAt(starts, timeZone);
  return Temporal.PlainDateTime.from(isDay(starts) ? `${starts}T12:00` : starts);
}
