import type { Transaction } from "kysely";
import type { Database } from "#db/schema.ts";
import { endRequests } from "./end-requests.server.ts";

/**
 * What follows for requests from a change to tasks, in its transaction: nobody is asked any more to do what is done or
 * deleted, and what was reopened is not done. What somebody has said yes or no to stays so: they did, or it comes back.
 */
export async function closeFinishedRequests(
  trx: Transaction<Database>,
  { taskIds }: { taskIds: string[] },
  now: string,
): Promise<void> {
  const asked = await trx
    .selectFrom("tasks")
    .select(["id", "deleted_at"])
    .where("id", "in", taskIds)
    .where("delegation_status", "=", "pending")
    .where(({ eb, or }) => or([eb("is_completed", "=", 1), eb("deleted_at", "is not", null)]))
    .execute();
  const { deleted = [], completed = [] } = Object.groupBy(asked, ({ deleted_at }) =>
    deleted_at ? "deleted" : "completed",
  );
  await endRequests(
    trx,
    deleted.map(({ id }) => id),
    "task_deleted",
    { by: null, now },
  );
  await endRequests(
    trx,
    completed.map(({ id }) => id),
    "task_completed",
    { by: null, now },
  );
  const open = trx.selectFrom("tasks").select("id").where("id", "in", taskIds).where("is_completed", "=", 0);
  await trx
    .updateTable("delegations")
    .set({ done_at: null })
    .where("task_id", "in", open)
    .where("done_at", "is not", null)
    .execute();
}
