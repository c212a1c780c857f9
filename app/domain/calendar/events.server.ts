import { createEvent } from "#app/domain/core/event.server.ts";

/**
 * A user connected Google Calendar again or for the first time, switched it or auto-save on, or
 * chose another calendar.
 */
export const calendarSwitchedOn = createEvent<{ userId: string }>("calendarSwitchedOn");
