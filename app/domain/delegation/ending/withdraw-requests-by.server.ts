import type { Transaction } from "kysely";
import { idList } from "#db/sql/values.ts";
import { announceTaskChange } from "#app/domain/tasks/events.server.ts";
import type { Database } from "#db/schema.ts";
import { openStates } from "../requests/open-states.ts";
import { closeNos, endRequests } from "./end-requests.server.ts";

/** Their links then show nothing of the tasks. */
export async function withdrawRequestsBy(
  trx: Transaction<Database>,
  userIds: readonly string[],
  now: string,
): Promise<void> {
  await closeNos(trx, "asked_by", userIds);
  const open = await trx
    .selectFrom("delegations")
    .select("task_id")
    .where("asked_by", "in", idList(userIds))
    .where("state", "in", openStates)
    .execute();
  const taskIds = open.map(({ task_id }) => task_id);
  await announceTaskChange(
    trx,
    await endRequests(trx, taskIds, "withdrawn", { by: null, now }),
    now,
  );
}
