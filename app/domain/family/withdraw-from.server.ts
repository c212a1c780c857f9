import type { Transaction } from "kysely";
import { syncReminders } from "#app/domain/reminders/sync-reminders.server.ts";
import type { Database } from "#db/schema.ts";

/** Takes back from family members what they were asked to do, before they go: nobody is asked any more. */
export async function withdrawFrom(trx: Transaction<Database>, familyMemberIds: string[]): Promise<void> {
  if (familyMemberIds.length === 0) return;
  const withdrawn = await trx
    .updateTable("tasks")
    .set(({ eb }) => ({ delegated_to: null, delegation_status: "none", version: eb("version", "+", 1) }))
    .where("delegated_to", "in", familyMemberIds)
    .returning("id")
    .execute();
  await syncReminders(trx, { taskIds: withdrawn.map(({ id }) => id) });
}
