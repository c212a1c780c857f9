import { createEvent } from "#app/domain/core/event.server.ts";
import type { Assignee } from "#app/domain/people/people.server.ts";

/** A task began to repeat. Announced before its dates ahead are planned. */
export const seriesStarted = createEvent<{ taskId: string }>("seriesStarted");

/**
 * The next occurrence opened, and belongs to a person by their yes to all. Announced before
 * `tasksChanged`.
 */
export const yesToAllContinued = createEvent<{
  taskId: string;
  personId: string;
  otherwise: Assignee;
}>("yesToAllContinued");

/**
 * The previous occurrence was reopened, so this one is not open any more. Announced before
 * `tasksChanged`.
 */
export const occurrenceReverted = createEvent<{ taskId: string }>("occurrenceReverted");
