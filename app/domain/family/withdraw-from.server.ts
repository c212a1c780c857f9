import type { Transaction } from "kysely";
import { followTaskChange } from "#app/domain/tasks/follow-change.server.ts";
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
  await followTaskChange(
    trx,
    withdrawn.map(({ id }) => id),
  );
}
