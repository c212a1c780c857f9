import type { Transaction } from "kysely";
import { endRequests } from "#app/domain/delegation/ending/end-requests.server.ts";
import { findTaskIdsDelegatedTo } from "#app/domain/tasks/changing/delegation.server.ts";
import { announceTaskChange } from "#app/domain/tasks/events.server.ts";
import type { Database } from "#db/schema.ts";

/**
 * Takes back from family members what they were asked to do, before they go: nobody is asked any more.
 * @param by the user whose doing it is; null for who asked
 */
export async function withdrawFrom(
  trx: Transaction<Database>,
  { familyMemberIds, by }: { familyMemberIds: string[]; by: string | null },
  now: string,
): Promise<void> {
  if (familyMemberIds.length === 0) return;
  const asked = await findTaskIdsDelegatedTo(trx, familyMemberIds);
  const freed = await endRequests(trx, asked, "withdrawn", { by, now });
  await announceTaskChange(trx, freed, now);
}
