import type { Transaction } from "kysely";
import { idList } from "#db/sql/values.ts";
import { getMembership, listMemberIds } from "#app/domain/people/household/membership.server.ts";
import type { Database } from "#db/schema.ts";
import { mayBeAnswered } from "../requests/open-requests.server.ts";

/**
 * Ends the links on the pages of a user, because a stranger who was signed in may have copied them.
 */
export async function endCopiedLinks(
  trx: Transaction<Database>,
  { userId }: { userId: string },
): Promise<void> {
  const { householdId } = await getMembership(trx, userId);
  await endCopiedLinksOf(trx, { householdId });
}

/**
 * Ends the links of all members, because each sees the links of all. Links in messages stay valid.
 */
export async function endCopiedLinksOf(
  trx: Transaction<Database>,
  { householdId }: { householdId: string },
): Promise<void> {
  await trx
    .updateTable("delegations")
    .set(({ eb }) => ({ copy_version: eb("copy_version", "+", 1) }))
    .where("asked_by", "in", idList(await listMemberIds(trx, householdId)))
    .where(mayBeAnswered)
    .execute();
}
