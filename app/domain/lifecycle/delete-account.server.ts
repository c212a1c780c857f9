import type { Kysely } from "kysely";
import { deleteUser } from "#app/domain/accounts/users.server.ts";
import { forgetConversations } from "#app/domain/delegation/by-text/conversation.server.ts";
import { withdrawUnsentRequests } from "#app/domain/delegation/ending/withdraw-unsent-requests.server.ts";
import { reassignFamilyToOwners } from "#app/domain/household/family/leave-family.server.ts";
import { countOtherMembers, deleteHousehold, getMembership } from "#app/domain/household/members/membership.server.ts";
import { endHouseholdTies, leaveAllTasks } from "./move-household.server.ts";
import { bumpRevision } from "#app/domain/household/revision.server.ts";
import { checkLeave } from "#app/domain/household/members/rules.ts";
import { announceTaskChange } from "#app/domain/tasks/events.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";

export type Deletion = "is_alone" | "leaves" | "hand_over_first";

export async function previewDeletion(db: Kysely<Database>, userId: string): Promise<Deletion> {
  const member = await getMembership(db, userId);
  return checkLeave(member, await countOtherMembers(db, member.householdId, userId));
}

/** Shared tasks pass to the household's owner. Deletes nothing if the household must be handed over first. */
export async function deleteAccount(db: Kysely<Database>, userId: string): Promise<Deletion> {
  const now = nowIso();
  return db.transaction().execute(async (trx) => {
    const outcome = await previewDeletion(trx, userId);
    if (outcome === "hand_over_first") return outcome;
    const { householdId } = await getMembership(trx, userId);
    if (outcome === "is_alone") await deleteHousehold(trx, householdId);
    else await endHouseholdTies(trx, { userId, householdId, by: userId }, now);
    const withdrawnTaskIds = await withdrawUnsentRequests(trx, userId, now);
    // Includes tasks in former households.
    const leftTaskIds = await leaveAllTasks(trx, userId);
    await reassignFamilyToOwners(trx, userId);
    await deleteUser(trx, userId);
    await forgetConversations(trx);
    await announceTaskChange(trx, [...new Set([...withdrawnTaskIds, ...leftTaskIds])], now);
    await bumpRevision(trx, householdId);
    return outcome;
  });
}
