import type { Kysely } from "kysely";
import { leavesNoOwner } from "#app/domain/accounts/owner/owner.server.ts";
import { deleteUser } from "#app/domain/accounts/users.server.ts";
import { forgetConversations } from "#app/domain/delegation/by-text/conversation.server.ts";
import { keepReleases } from "#app/domain/delegation/ending/keep-releases.server.ts";
import { notifyHouseholdGone } from "#app/domain/delegation/ending/notify-household-gone.server.ts";
import { withdrawUnsentRequests } from "#app/domain/delegation/ending/withdraw-unsent-requests.server.ts";
import { reassignFamilyToOwners } from "#app/domain/household/family/leave-family.server.ts";
import { handOverToNext } from "#app/domain/household/members/household-members.server.ts";
import { countOtherMembers, deleteHousehold, getMembership } from "#app/domain/household/members/membership.server.ts";
import { endHouseholdTies, leaveAllTasks } from "./move-household.server.ts";
import { bumpRevision } from "#app/domain/household/revision.server.ts";
import { checkLeave } from "#app/domain/household/members/rules.ts";
import { announceTaskChanges } from "#app/domain/tasks/changing/announce-later.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { AuditActor, Database } from "#db/schema.ts";

export type Deletion = "is_alone" | "leaves" | "hand_over_first";

interface Options {
  by?: AuditActor;
  /** Mila's owner has said so, or someone at Mila's computer, who can make another. */
  mayLeaveNoOwner?: boolean;
}

export async function previewDeletion(db: Kysely<Database>, userId: string): Promise<Deletion> {
  const member = await getMembership(db, userId);
  return checkLeave(member, await countOtherMembers(db, member.householdId, userId));
}

/**
 * Shared tasks pass to the household's owner. Users must hand their household over first; others' deletion hands it to
 * the member who joined first. Deletes nothing if Mila must be handed over first.
 */
export async function deleteAccount(
  db: Kysely<Database>,
  userId: string,
  { by = "self", mayLeaveNoOwner = false }: Options = {},
): Promise<Deletion | "no_owner_left"> {
  const now = nowIso();
  return db.transaction().execute(async (trx) => {
    if (!mayLeaveNoOwner && (await leavesNoOwner(trx, userId))) return "no_owner_left";
    const { householdId } = await getMembership(trx, userId);
    if (by !== "self" && (await previewDeletion(trx, userId)) === "hand_over_first") {
      await handOverToNext(trx, { userId, householdId }, by, now);
    }
    const outcome = await previewDeletion(trx, userId);
    if (outcome === "hand_over_first") return outcome;
    const withdrawnTaskIds = await withdrawUnsentRequests(trx, userId, now);
    if (outcome === "is_alone") {
      await notifyHouseholdGone(trx, userId, now);
      await deleteHousehold(trx, householdId);
    } else {
      await endHouseholdTies(trx, { userId, householdId, by: userId }, now);
      await keepReleases(trx, userId, now);
    }
    // Includes tasks in former households.
    const leftTaskIds = await leaveAllTasks(trx, userId);
    await reassignFamilyToOwners(trx, userId);
    await deleteUser(trx, userId, by, now);
    await forgetConversations(trx);
    await announceTaskChanges(trx, [...new Set([...withdrawnTaskIds, ...leftTaskIds])], now);
    await bumpRevision(trx, householdId);
    return outcome;
  });
}
