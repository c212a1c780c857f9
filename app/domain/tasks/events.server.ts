import type { Transaction } from "kysely";
import { createEvent } from "#app/domain/core/event.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { Repeats } from "#app/domain/understanding/types.ts";
import { bumpRevisions } from "#app/domain/people/revision.server.ts";
import type { Database, TaskMark } from "#db/schema.ts";
import type { SaidTurns } from "#app/domain/understanding/said-turns.ts";
import { findHouseholdIdsOfTasks, type Task } from "./find-tasks.server.ts";

export const tasksChanged = createEvent<{ taskIds: string[] }>("tasksChanged");

/** Someone asked to be reminded of tasks as they added them. Announced before `tasksChanged`. */
export const remindersRequested = createEvent<{ userId: string; requests: ReminderRequest[] }>(
  "remindersRequested",
);

export interface ReminderRequest {
  taskId: string;
  minutesBefore: number;
  /** Then it is for the next ones, if its time for the first has passed. */
  isRepeating: boolean;
}
/** Someone is about to add as many tasks that repeat. A listener that finds no room for them throws NoRoom. */
export const seriesPlanned = createEvent<{ householdId: string; count: number }>("seriesPlanned");

/** Its message is for the person. */
export class NoRoom extends Error {}

/** Announced before `tasksChanged`, for tasks that repeat. */
export const repeatingTasksAdded = createEvent<{ tasks: RepeatingTask[] }>("repeatingTasksAdded");

export interface RepeatingTask {
  taskId: string;
  repeats: Repeats;
  turns: SaidTurns | null;
}

/** Announced before `tasksChanged`. The task already has the change. @throws TurnsDecide */
export const occurrenceEdited = createEvent<OccurrenceEdit>("occurrenceEdited");

export interface OccurrenceEdit {
  before: Task;
  scope: "following" | "all";
  by: string;
  endsTurns?: boolean;
}

/** An edit cannot assign the following occurrences, unless it ends the turns. */
export class TurnsDecide extends Error {}

/** Someone chose another person for a task, or nobody. Announced before `occurrenceEdited`. */
export const tasksGiven = createEvent<{ taskIds: string[]; by: string }>("tasksGiven");

/** Someone gave a task another day. Announced before `tasksChanged`. The task already has it. */
export const dayChanged = createEvent<{ taskId: string }>("dayChanged");

/** Thrown by a listener to undo the change; the caller answers as if nothing had changed. */
export class ChangeRefused extends Error {}

export interface Marked {
  taskId: string;
  /** The user who did it. */
  by: string;
  as: TaskMark | "skipped";
}

/** Announced before `tasksChanged`, as the next two. */
export const taskCompleted = createEvent<Marked>("taskCompleted");

/** Skipped ones are deleted as well. */
export const taskDeleted = createEvent<Marked>("taskDeleted");

/** Its series went on without it. Announced before `tasksChanged`. */
export const taskMissed = createEvent<{ taskId: string }>("taskMissed");

/** Someone reopened it, or restored it. */
export const taskBroughtBack = createEvent<Marked>("taskBroughtBack");

export interface Edited {
  before: Task;
  after: Pick<
    Task,
    "title" | "description" | "category" | "due_date" | "assignee_id" | "assignee_name"
  >;
  /** The user who did it. */
  by: string;
}

/** Announced before `tasksChanged`, also if nothing is another than before. */
export const taskEdited = createEvent<Edited>("taskEdited");

/** This machine's time zone data changed. The due dates of these tasks already follow it. */
export const timeZoneRulesChanged = createEvent<{ taskIds: string[] }>("timeZoneRulesChanged");

/** Also makes the household's open pages reload. */
export async function announceTaskChange(
  trx: Transaction<Database>,
  taskIds: string[],
  now: string = nowIso(),
): Promise<void> {
  await tasksChanged.announce(trx, { taskIds }, now);
  await bumpRevisions(trx, await findHouseholdIdsOfTasks(trx, taskIds));
}
