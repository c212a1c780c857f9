import { createEvent } from "#app/domain/core/event.server.ts";

export const reminderPreferencesSaved = createEvent<{ userId: string; timeZone: string }>(
  "reminderPreferencesSaved",
);
