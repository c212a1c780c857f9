import { createEvent } from "#app/domain/core/event.server.ts";

/** Somebody answered a request. Announced before `tasksChanged`. */
export const requestAnswered = createEvent<{ taskId: string }>("requestAnswered");
