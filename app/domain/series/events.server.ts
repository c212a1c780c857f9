import { createEvent } from "#app/domain/core/event.server.ts";
import type { Assignee } from "#app/domain/people/people.server.ts";

/** A task began to repeat. Announced before its dates ahead are planned. */
export const seriesStarted = createEvent<{ taskId: string }>("seriesStarted");

/**
 * The next one of a series opened, and is theirs by their yes to all. Announced before
 * `tasksChanged`.
 */
export const yesGoesOn = createEvent<{ taskId: string; personId: string; otherwise: Assignee }>(
  "yesGoesOn",
);

/**
 * The one before was reopened, so this one is not open any more. Announced before `tasksChanged`.
 */
export const occurrenceTakenBack = createEvent<{ taskId: string }>("occurrenceTakenBack");
