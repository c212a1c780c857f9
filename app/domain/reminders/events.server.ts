import { createEvent } from "#app/domain/core/event.server.ts";

interface Saved {
  userId: string;
  householdId: string;
  timeZone: string;
}

export const reminderPreferencesSaved = createEvent<Saved>("reminderPreferencesSaved");
