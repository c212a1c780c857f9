import type { Kysely, Transaction } from "kysely";
import { leavesNoOwner } from "#app/domain/accounts/owner/owner.server.ts";
import { endAccount } from "#app/domain/accounts/removal/ended-accounts.server.ts";
import { endCalendarAccess } from "#app/domain/calendar/end-calendar-access.server.ts";
import { endMailSources } from "#app/domain/mail/end-sources.server.ts";
import { endWebhooks } from "#app/domain/webhooks/webhooks.server.ts";
import { endPagesMadeBy } from "#app/domain/children/child-pages.server.ts";
import { forgetConnectCode } from "#app/domain/inbox/telegram/connect-code.server.ts";
import { forgetConversations } from "#app/domain/delegation/by-text/conversation.server.ts";
import {
  keepReleases,
  notifyHouseholdGone,
} from "#app/domain/delegation/ending/account-gone.server.ts";
import { withdrawUnsentRequests } from "#app/domain/delegation/ending/withdraw.server.ts";
import {
  forgetFamilyAddresses,
  reassignFamilyToOwners,
} from "#app/domain/people/family/leave-family.server.ts";
import { removeInvitationsOf } from "#app/domain/people/invitations/invitations.server.ts";
import { handOverToNext } from "#app/domain/people/household/household-members.server.ts";
import {
  countOtherMembers,
  endMembership,
  getMembership,
} from "#app/domain/people/household/membership.server.ts";
import { memberLeft } from "#app/domain/people/events.server.ts";
import { leave } from "#app/domain/people/own-person.server.ts";
import { bumpRevision } from "#app/domain/people/revision.server.ts";
import { checkLeave } from "#app/domain/people/household/rules.ts";
import { announceTaskChanges } from "#app/domain/tasks/changing/announce-later.server.ts";
import { removeDevicesOfOtherSessions } from "#app/domain/outbox/channels/push/devices.server.ts";
import { removePreferences } from "#app/domain/preferences/preferences.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { endTokens } from "#app/domain/tokens/tokens.server.ts";
import type { AuditActor, Database } from "#db/schema.ts";

export type Deletion = "is_alone" | "leaves" | "hand_over_first";

interface Options {
  by?: AuditActor;
  /** True if Mila's owner agrees, or for someone at Mila's computer, who can make another owner. */
  mayLeaveNoOwner?: boolean;
}

export async function previewDeletion(db: Kysely<Database>, userId: string): Promise<Deletion> {
  const member = await getMembership(db, userId);
  return checkLeave(member, await countOtherMembers(db, member.householdId, userId));
}

/**
 * Ends the account at once. Shared tasks pass to the household's owner. Users must hand their
 * household over first; when Mila's owner deletes someone, the household passes to the member who
 * joined first. Does nothing if Mila must be handed over first. The worker deletes the rows in
 * batches, including those of a household that ends with the account (remove-accounts.server.ts).
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
    await reassignFamilyToOwners(trx, userId);
    if (outcome === "is_alone") {
      await notifyHouseholdGone(trx, userId, now);
      await removeInvitationsOf(trx, householdId);
      await forgetFamilyAddresses(trx, householdId);
      await endMembership(trx, userId);
    } else {
      await leave(trx, { userId, householdId, by: userId }, now);
      await keepReleases(trx, userId, now);
      await endMembership(trx, userId);
      await announceTaskChanges(trx, withdrawnTaskIds, now);
      await memberLeft.announce(trx, { userId, householdId }, now);
    }
    const ending = outcome === "is_alone" ? householdId : null;
    await endAccess(trx, userId, now);
    await endAccount(trx, userId, { householdId: ending, by, now });
    await forgetConversations(trx);
    await bumpRevision(trx, householdId);
    return outcome;
  });
}

async function endAccess(trx: Transaction<Database>, userId: string, now: string): Promise<void> {
  await endCalendarAccess(trx, { userId }, now);
  await endMailSources(trx, { userId });
  await endWebhooks(trx, { userId });
  await endPagesMadeBy(trx, { userId });
  await endTokens(trx, { userId });
  await forgetConnectCode(trx, userId);
  await removeDevicesOfOtherSessions(trx, userId);
  await removePreferences(trx, userId);
}
