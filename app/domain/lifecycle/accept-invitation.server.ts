import type { Kysely, Transaction } from "kysely";
import { recordAudit } from "#app/domain/accounts/audit/record-audit.server.ts";
import { confirmOwnAddress } from "#app/domain/accounts/email/verification.server.ts";
import { findPerson } from "#app/domain/accounts/users.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { linkAccount } from "#app/domain/people/family/link-account.server.ts";
import {
  markAccepted,
  provesAddress,
  readInvitationLink,
} from "#app/domain/people/invitations/invitation-link.server.ts";
import {
  countOtherMembers,
  listMemberIds,
  getMembership,
} from "#app/domain/people/household/membership.server.ts";
import { checkJoin, type Membership } from "#app/domain/people/household/rules.ts";
import type { Database } from "#db/schema.ts";
import { moveAlone, moveWholeHousehold } from "./move-household.server.ts";

type Acceptance = "joined" | "forged" | "ended" | "another_address" | "hand_over_first";

export async function acceptInvitation(
  db: Kysely<Database>,
  userId: string,
  { linkKey, token, now = nowIso() }: { linkKey: string; token: string; now?: string },
): Promise<Acceptance> {
  return db.transaction().execute(async (trx) => {
    const link = await readInvitationLink(trx, linkKey, token, now);
    if (link.status !== "open") return link.status;
    const { email } = await findPerson(trx, userId);
    if (email !== link.email) return "another_address";
    const outcome = await joinHousehold(trx, userId, link.householdId, now);
    if (outcome === "hand_over_first") return outcome;
    if (provesAddress(link, email)) await confirmOwnAddress(trx, userId, { linkKey, now });
    await markAccepted(trx, link.id);
    await recordAudit(trx, { kind: "invitation_accepted", userId }, now);
    return "joined";
  });
}

export async function previewJoining(
  db: Kysely<Database>,
  viewer: Membership & { userId: string },
  to: string,
) {
  return checkJoin(viewer, await countOtherMembers(db, viewer.householdId, viewer.userId), to);
}

async function joinHousehold(trx: Transaction<Database>, userId: string, to: string, now: string) {
  const member = await getMembership(trx, userId);
  const { householdId: from } = member;
  const outcome = checkJoin(member, await countOtherMembers(trx, from, userId), to);
  if (outcome === "brings_all") await moveWholeHousehold(trx, userId, from, to, now);
  if (outcome === "leaves_all")
    await moveAlone(trx, { userId, from, by: userId }, { householdId: to, role: "member" }, now);
  if (outcome === "leaves_all") await linkAccount(trx, userId, to, now);
  // Existing members may match the family members that came along.
  if (outcome === "brings_all")
    for (const id of await listMemberIds(trx, to)) await linkAccount(trx, id, to, now);
  return outcome;
}
