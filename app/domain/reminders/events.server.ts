import { createEvent } from "#app/domain/core/event.server.ts";

// Who listens: app/domain/listeners.server.ts.

/** Somebody saved when they are reminded; the zone is theirs. */
export const reminderPreferencesSaved = createEvent<{ userId: string; timeZone: string }>("reminderPreferencesSaved");
