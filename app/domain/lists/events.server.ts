import { createEvent } from "#app/domain/core/event.server.ts";

/** Items are new on a list, or open again. */
export const itemsAdded = createEvent<{ householdId: string; itemIds: string[] }>("itemsAdded");
