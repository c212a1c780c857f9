import type { Transaction } from "kysely";
import { idList } from "#db/sql/values.ts";
import { notifyAskers } from "./notify-askers.server.ts";
import { closeNos, endRequests } from "#app/domain/delegation/ending/end-requests.server.ts";
import { findTaskIdsDelegatedTo } from "#app/domain/tasks/changing/delegation.server.ts";
import { announceTaskChange } from "#app/domain/tasks/events.server.ts";
import type { Database } from "#db/schema.ts";

/** Askers hear of it, too. @param by the user who did this; null means the asker */
export async function withdrawRequestsTo(
  trx: Transaction<Database>,
  { personIds, by }: { personIds: string[]; by: string | null },
  now: string,
): Promise<void> {
  if (personIds.length === 0) return;
  await closeNos(trx, "person_id", personIds);
  const taskIds = await findTaskIdsDelegatedTo(trx, personIds);
  const accepted = await trx
    .selectFrom("delegations")
    .select(["id", "asked_by"])
    .where("task_id", "in", idList(taskIds))
    .where("state", "=", "accepted")
    .where(({ eb, or }) => or([eb("done_at", "is", null), eb("is_for_all", "=", 1)]))
    .execute();
  const endedTaskIds = await endRequests(trx, taskIds, "withdrawn", { by, now, isLeaving: true });
  const others = accepted.filter(({ asked_by }) => asked_by !== by);
  await notifyAskers(
    trx,
    others.map((request) => ({ ...request, answer: "left" })),
    now,
  );
  await announceTaskChange(trx, endedTaskIds, now);
}
