import type { Transaction } from "kysely";
import { createEvent } from "#app/domain/core/event.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { compileOnce } from "#db/sql/compile-once.ts";
import { isHeardByWebhook } from "#db/sql/sources.ts";
import { idList } from "#db/sql/values.ts";
import type { Repeats } from "#app/domain/understanding/types.ts";
import { bumpRevisions } from "#app/domain/people/revision.server.ts";
import type { Database, TaskMark } from "#db/schema.ts";
import type { SaidTurns } from "#app/domain/understanding/said-turns.ts";
import type { Task } from "./find-tasks.server.ts";

export const tasksChanged = createEvent<{
  taskIds: string[];
  /** True if a webhook hears of their household. */
  isHeard: boolean;
}>("tasksChanged");

/** Somebody added tasks, or the next date of a series has opened. Before `tasksChanged`. */
export const tasksAdded = createEvent<{ taskIds: string[] }>("tasksAdded");

/** Someone asked for reminders as they added tasks. Announced before `tasksChanged`. */
export const remindersRequested = createEvent<{ userId: string; requests: ReminderRequest[] }>(
  "remindersRequested",
);

export interface ReminderRequest {
  taskId: string;
  minutesBefore: number;
  /**
   * If true, and its time for the first occurrence has passed, the reminder is for the next ones.
   */
  isRepeating: boolean;
  /** If true, the next dates of its series do not get it. */
  isOnce?: boolean;
}

/**
 * Someone is about to add this many repeating tasks. A listener throws NoRoom if there is no room
 * for them.
 */
export const seriesPlanned = createEvent<{ householdId: string; count: number }>("seriesPlanned");

/** Its message is shown to the person. */
export class NoRoom extends Error {}

/** Repeating tasks were added. Announced before `tasksChanged`. */
export const repeatingTasksAdded = createEvent<{ tasks: RepeatingTask[] }>("repeatingTasksAdded");

export interface RepeatingTask {
  taskId: string;
  repeats: Repeats;
  turns: StartedTurns | null;
  /** Missing for a new series. */
  before?: SeriesBefore;
}

export interface StartedTurns extends SaidTurns {
  /** The person who has the first turn, if the order does not decide it. */
  firstId?: string | undefined;
}

/** A series that an import brings from another household. Dates are YYYY-MM-DD. */
export interface SeriesBefore {
  startsOn: string;
  /** The rule's date of the open task, which may have been moved. */
  occursOn: string;
  excludedOn: readonly string[];
  skippedBreaks: readonly string[];
  pausedUntil: string | null;
}

/**
 * An occurrence was edited, and already has the change. Announced before `tasksChanged`.
 * @throws TurnsDecide
 */
export const occurrenceEdited = createEvent<OccurrenceEdit>("occurrenceEdited");

export interface OccurrenceEdit {
  before: Task;
  scope: "following" | "all";
  by: string;
  endsTurns?: boolean;
}

/** An edit cannot assign the following occurrences, unless it ends the turns. */
export class TurnsDecide extends Error {}

/**
 * Someone chose another person for a task, or nobody, or added it for somebody. Announced before
 * `occurrenceEdited`.
 */
export const tasksGiven = createEvent<{ taskIds: string[]; by: string }>("tasksGiven");

/**
 * Someone moved a task to another day, and it already has that day. `undoneDay` is the day from
 * which an Undo brought it back. Announced before `tasksChanged`.
 */
export const dayChanged = createEvent<{ taskId: string; undoneDay: string | null }>("dayChanged");

/**
 * Someone took back their move of a task, made at `movedAt`, and it already has its date again.
 * Announced after `dayChanged`, and before `tasksChanged`.
 */
export const moveTakenBack = createEvent<{ taskId: string; movedAt: string }>("moveTakenBack");

/** Thrown by a listener to undo the change; the caller answers as if nothing had changed. */
export class ChangeRefused extends Error {}

export interface Marked {
  taskId: string;
  /** The user who did it. Null for a person who did it without an account. */
  by: string | null;
  personId?: string;
  as: TaskMark | "skipped";
}

/** Announced before `tasksChanged`, like the next two. */
export const taskCompleted = createEvent<Marked>("taskCompleted");

/** Includes skipped tasks, which are deleted as well. */
export const taskDeleted = createEvent<Marked>("taskDeleted");

/** A task's series went on without it. Announced before `tasksChanged`. */
export const taskMissed = createEvent<{ taskId: string }>("taskMissed");

/** Someone reopened a task, or restored it. */
export const taskBroughtBack = createEvent<Marked>("taskBroughtBack");

export interface Edited {
  before: Task;
  after: Pick<
    Task,
    "title" | "description" | "category" | "due_date" | "assignee_id" | "assignee_name" | "about_id"
  >;
  /** The user who did it. */
  by: string;
}

/** Announced before `tasksChanged`, even if nothing has changed. */
export const taskEdited = createEvent<Edited>("taskEdited");

/** This machine's time zone data changed. The due dates of these tasks already follow it. */
export const timeZoneRulesChanged = createEvent<{ taskIds: string[] }>("timeZoneRulesChanged");

/** Also makes the household's open pages reload. */
export async function announceTaskChange(
  trx: Transaction<Database>,
  taskIds: string[],
  now: string = nowIso(),
): Promise<void> {
  const stamped = await stampChange(trx, taskIds, nowIso());
  await tasksChanged.announce(trx, { taskIds, isHeard: isHeard(stamped) }, now);
  const householdIds = new Set(stamped.map(({ household_id }) => household_id));
  await bumpRevisions(trx, [...householdIds]);
}

/**
 * Programs ask what has changed since they asked last. Call it with the present instant: within a
 * transaction, later changes have later ones.
 */
export const stampChange = compileOnce((db, taskIds: readonly string[], now: string) =>
  db
    .updateTable("tasks")
    .set({ changed_at: now })
    .where("id", "in", idList(taskIds))
    .returning(["household_id", isHeardByWebhook]),
);

export const isHeard = (stamped: readonly { is_heard: unknown }[]) =>
  stamped.some(({ is_heard }) => Boolean(is_heard));
