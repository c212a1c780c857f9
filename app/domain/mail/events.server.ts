import { createEvent } from "#app/domain/core/event.server.ts";

/** A mail came that somebody has to look at. */
export const mailWaits = createEvent<{ householdId: string }>("mailWaits");
