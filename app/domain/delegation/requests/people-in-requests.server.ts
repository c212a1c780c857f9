import type { Transaction } from "kysely";
import { findPeopleByIds } from "#app/domain/people/family/family-members.server.ts";
import { idList } from "#db/sql/values.ts";
import type { Database } from "#db/schema.ts";

export async function replaceInRequests(
  trx: Transaction<Database>,
  { from, to }: { from: string; to: string },
): Promise<void> {
  for (const column of ["person_id", "assignee_before_id"] as const)
    await trx
      .updateTable("delegations")
      .set({ [column]: to })
      .where(column, "=", from)
      .execute();
  const { name } = (await findPeopleByIds(trx, [to])).get(to)!;
  await renameInRequests(trx, { personId: to, name });
}

/** Requests keep the names of people who have left the family. */
export async function forgetInRequests(
  trx: Transaction<Database>,
  { personIds }: { personIds: string[] },
): Promise<void> {
  await trx
    .updateTable("delegations")
    .set({ person_id: null })
    .where("person_id", "in", idList(personIds))
    .execute();
}

export async function renameInRequests(
  trx: Transaction<Database>,
  { personId, name }: { personId: string; name: string },
): Promise<void> {
  await trx
    .updateTable("delegations")
    .set({ delegate_name: name })
    .where("person_id", "=", personId)
    .execute();
}
