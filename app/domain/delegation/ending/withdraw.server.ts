import type { Kysely } from "kysely";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import { announceTaskChange } from "#app/domain/tasks/events.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { endRequests } from "./end-requests.server.ts";

/**
 * Takes back what somebody was asked to do, whether they have answered or not: the task is the asker's own again.
 * @returns "missing" when there is no such task for them, "nobody" when nobody is to do it any more: it is done, too
 */
export async function withdrawRequest(
  db: Kysely<Database>,
  { userId: by, householdId }: { userId: string; householdId: string },
  taskId: string,
  now: string = nowIso(),
): Promise<"withdrawn" | "nobody" | "missing"> {
  return db.transaction().execute(async (trx) => {
    const task = await findTask(trx, { householdId }, taskId);
    if (!task) return "missing";
    if (task.is_completed) return "nobody";
    const freed = await endRequests(trx, [taskId], "withdrawn", { by, now });
    if (freed.length === 0) return "nobody";
    await announceTaskChange(trx, freed, now);
    return "withdrawn";
  });
}
