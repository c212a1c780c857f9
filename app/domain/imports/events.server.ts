import { createEvent } from "#app/domain/core/event.server.ts";

/** A transaction adds or takes back a part of a file. Announced before any change in it. */
export const importGoesOn = createEvent<{ householdId: string }>("importGoesOn");

/** All of a file was added, or taken back. */
export const importEnded = createEvent<{ householdId: string; importId: string }>("importEnded");
