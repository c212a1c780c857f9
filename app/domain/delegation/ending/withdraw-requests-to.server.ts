import type { Transaction } from "kysely";
import { endRequests } from "#app/domain/delegation/ending/end-requests.server.ts";
import { findTaskIdsDelegatedTo } from "#app/domain/tasks/changing/delegation.server.ts";
import { announceTaskChange } from "#app/domain/tasks/events.server.ts";
import type { Database } from "#db/schema.ts";

/** @param by the user who did this; null means the asker */
export async function withdrawRequestsTo(
  trx: Transaction<Database>,
  { familyMemberIds, by }: { familyMemberIds: string[]; by: string | null },
  now: string,
): Promise<void> {
  if (familyMemberIds.length === 0) return;
  const taskIds = await findTaskIdsDelegatedTo(trx, familyMemberIds);
  const endedTaskIds = await endRequests(trx, taskIds, "withdrawn", { by, now });
  await announceTaskChange(trx, endedTaskIds, now);
}
