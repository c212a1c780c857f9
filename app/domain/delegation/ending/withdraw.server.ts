import type { Kysely } from "kysely";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import { announceTaskChange } from "#app/domain/tasks/events.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { Viewer } from "#app/domain/core/viewer.ts";
import type { Database } from "#db/schema.ts";
import { endRequests } from "./end-requests.server.ts";

/** @returns "nobody" when the task has no open request or is already completed */
export async function withdrawRequest(
  db: Kysely<Database>,
  { userId: by, householdId }: Viewer,
  taskId: string,
  now: string = nowIso(),
): Promise<"withdrawn" | "nobody" | "missing"> {
  return db.transaction().execute(async (trx) => {
    const task = await findTask(trx, { householdId }, taskId);
    if (!task) return "missing";
    if (task.is_completed) return "nobody";
    const endedTaskIds = await endRequests(trx, [taskId], "withdrawn", { by, now });
    if (endedTaskIds.length === 0) return "nobody";
    await announceTaskChange(trx, endedTaskIds, now);
    return "withdrawn";
  });
}
