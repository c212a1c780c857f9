import type { Kysely } from "kysely";
import { writeTaskFile } from "#app/domain/calendar/files/task-file.server.ts";
import { findTasks } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { isTheirs, standingOf } from "../request-status.ts";

/**
 * The task of a request as a calendar file for whoever was asked. "undated" when it has no date, undefined when they
 * are not to do it (any more).
 * @param url where they can answer, if that can be opened
 */
export async function requestFile(
  db: Kysely<Database>,
  requestId: string,
  url: string | null,
): Promise<string | "undated" | undefined> {
  const request = await db
    .selectFrom("delegations")
    .select(["task_id", "state", "done_at"])
    .where("id", "=", requestId)
    .executeTakeFirst();
  const task = request && (await findTasks(db, [request.task_id])).get(request.task_id);
  if (!task || !isTheirs(standingOf({ ...task, ...request }))) return undefined;
  return writeTaskFile(db, task, { url, remindersAt: [] });
}
