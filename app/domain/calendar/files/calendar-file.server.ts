import { mapInSlices } from "#app/domain/core/in-slices.ts";
import type { CalendarEvent } from "./calendar-event.ts";

/**
 * Writes RFC 5545, in UTC.
 * @param refreshSeconds how often calendar programs should fetch a feed
 */
export async function writeCalendar(
  events: CalendarEvent[],
  refreshSeconds?: number,
): Promise<string> {
  const {
    default: ical,
    ICalAlarmRelatesTo,
    ICalAlarmType,
    ICalEventStatus,
    ICalEventTransparency,
    foldLines,
  } = await import("ical-generator");
  const calendar = ical({
    prodId: { company: "Mila", product: "Mila", language: "EN" },
    ...(refreshSeconds && { name: "Mila", ttl: refreshSeconds }),
  });
  const end = "END:VCALENDAR";
  const head = calendar.toString().slice(0, -end.length);
  const written = await mapInSlices(events, (event) => {
    const entry = calendar.createEvent({
      id: event.uid,
      sequence: event.sequence,
      start: event.start,
      end: event.end,
      stamp: event.changedAt,
      created: event.createdAt,
      lastModified: event.changedAt,
      summary: event.summary,
      description: event.description,
      url: event.url,
      categories: [{ name: event.category }],
      status: ICalEventStatus[event.status],
      // A household's tasks must not make anyone appear busy.
      transparency: ICalEventTransparency.TRANSPARENT,
    });
    for (const trigger of event.alarms)
      entry
        .createAlarm({ type: ICalAlarmType.display, trigger, description: event.summary })
        // The library counts a negative trigger from the end.
        .relatesTo(trigger < 0 ? ICalAlarmRelatesTo.start : null);
    return foldLines(entry.toString());
  });
  return `${head}${written.join("")}${end}\r\n`;
}
