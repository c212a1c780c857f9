import type { Transaction } from "kysely";
import { findTask, type Member, type Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { findOccurrences, type Occurrence, type Series } from "../occurrences/series.server.ts";

export interface Actor extends Member {
  userId: string;
}

/** Undefined unless the task is its series' open one. */
export async function findOpen(
  trx: Transaction<Database>,
  member: Member,
  taskId: string,
): Promise<{ series: Series; occurrence: Occurrence; task: Task } | undefined> {
  const task = await findTask(trx, member, taskId);
  const [found] = task ? await findOccurrences(trx, [taskId]) : [];
  return task && found?.occurrence.state === "open" ? { ...found, task } : undefined;
}
