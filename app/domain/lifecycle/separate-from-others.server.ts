import type { Transaction } from "kysely";
import { withdrawRequestsBy } from "#app/domain/delegation/ending/withdraw.server.ts";
import { getMembership, listMemberIds } from "#app/domain/people/household/membership.server.ts";
import type { Database } from "#db/schema.ts";
import { moveOut } from "./move-household.server.ts";

/**
 * Separates an account from its household, because its previous owner may have let the others in,
 * or joined them. Tasks stay with the household's owner.
 */
export async function separateFromOthers(
  trx: Transaction<Database>,
  { userId }: { userId: string },
  now: string,
): Promise<void> {
  const { householdId, householdRole } = await getMembership(trx, userId);
  const others = (await listMemberIds(trx, householdId)).filter((id) => id !== userId);
  if (householdRole === "member") {
    await withdrawRequestsBy(trx, [userId], now);
    return moveOut(trx, { userId, from: householdId, by: userId }, undefined, now);
  }
  await withdrawRequestsBy(trx, [userId, ...others], now);
  for (const other of others)
    await moveOut(trx, { userId: other, from: householdId, by: null }, "removed", now);
}
