import { laterBy } from "#app/domain/core/time.ts";

/** Specification, section 9. */
export const eventHours = 1;

/** Google Calendar's page for a new entry, filled in; it needs no account of ours. */
export function calendarTemplateLink({
  title,
  details,
  dueAt,
  timeZone,
}: {
  title: string;
  details: string;
  /** UTC, ISO 8601. */
  dueAt: string;
  /** Where it was said: the entry is shown there. */
  timeZone: string;
}): string {
  const stamp = (instant: string) => instant.replaceAll(/[-:]|\.\d+/g, "");
  const dates = `${stamp(dueAt)}/${stamp(laterBy(dueAt, { hours: eventHours }))}`;
  const fields = { action: "TEMPLATE", text: title, details, dates, ctz: timeZone };
  return `https://calendar.google.com/calendar/render?${new URLSearchParams(fields)}`;
}
