import type { Kysely } from "kysely";
import { findTask, type Member } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import type { Open } from "./dates-ahead.server.ts";
import { findOccurrences } from "./series.server.ts";

/** Returns undefined unless the task is the open occurrence of its series. */
export async function findOpen(
  db: Kysely<Database>,
  member: Member,
  taskId: string,
): Promise<Open | undefined> {
  const task = await findTask(db, member, taskId);
  const [found] = task ? await findOccurrences(db, [taskId]) : [];
  return task && found?.occurrence.state === "open" ? { ...found, task } : undefined;
}
