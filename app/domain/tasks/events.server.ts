import type { Transaction } from "kysely";
import { createEvent } from "#app/domain/core/event.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { bumpRevisions } from "#app/domain/household/revision.server.ts";
import type { Database, TaskMark } from "#db/schema.ts";
import { findHouseholdIdsOfTasks } from "./find-tasks.server.ts";

// Who listens: app/domain/listeners.server.ts.

export const tasksChanged = createEvent<{ taskIds: string[] }>("tasksChanged");

/** A member completed, reopened, deleted or restored a task; announced before tasksChanged. */
export const taskMarked = createEvent<{ taskId: string; as: TaskMark; by: string }>("taskMarked");

/** The time zone data of this machine is another; the due dates of these tasks are right by it already. */
export const timeZoneRulesChanged = createEvent<{ taskIds: string[] }>("timeZoneRulesChanged");

/** Announces a change to tasks in its transaction, and updates the household's open pages. */
export async function announceTaskChange(
  trx: Transaction<Database>,
  taskIds: string[],
  now: string = nowIso(),
): Promise<void> {
  await tasksChanged.announce(trx, { taskIds }, now);
  await bumpRevisions(trx, await findHouseholdIdsOfTasks(trx, taskIds));
}
