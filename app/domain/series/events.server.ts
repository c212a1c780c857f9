import { createEvent } from "#app/domain/core/event.server.ts";

/** A task began to repeat. Announced before its dates ahead are planned. */
export const seriesStarted = createEvent<{ taskId: string }>("seriesStarted");
