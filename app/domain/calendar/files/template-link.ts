import { laterBy } from "#app/domain/core/time.ts";

/** See the specification, section 9. */
export const eventDurationHours = 1;

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
  timeZone: string;
}): string {
  const stamp = (instant: string) => instant.replaceAll(/[-:]|\.\d+/g, "");
  const dates = `${stamp(dueAt)}/${stamp(laterBy(dueAt, { hours: eventDurationHours }))}`;
  const fields = { action: "TEMPLATE", text: title, details, dates, ctz: timeZone };
  return `https://calendar.google.com/calendar/render?${new URLSearchParams(fields)}`;
}
