import type { Kysely, Transaction } from "kysely";
import { readLinkToken } from "#app/domain/core/link-token.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { linkAccount } from "#app/domain/household/family/link-account.server.ts";
import { countOthers, membershipOf } from "#app/domain/household/members/membership.server.ts";
import { moveAlone, moveWithAll } from "./move-household.server.ts";
import { joining, type Membership } from "#app/domain/household/members/rules.ts";

/** What a link leads to: not "forged" is one of ours, "ended" one that was revoked, accepted, replaced or is too old. */
export type InvitationLink =
  | { status: "forged" }
  | { status: "ended" }
  | { status: "open"; id: string; householdId: string; email: string; inviterName: string };

/** What the token of an invitation's link is good for now. */
export async function readInvitationLink(
  db: Kysely<Database> | Transaction<Database>,
  linkKey: string,
  token: string,
  now: string = nowIso(),
): Promise<InvitationLink> {
  const read = readLinkToken(linkKey, "invitation", token);
  if (!read) return { status: "forged" };
  const found = await db
    .selectFrom("family_invitations as invitation")
    .innerJoin("users as inviter", "inviter.id", "invitation.invited_by")
    .innerJoin("profiles", "profiles.id", "inviter.id")
    // Whoever invited is gone from the household: so is the invitation.
    .innerJoin("household_members as member", (join) =>
      join
        .onRef("member.user_id", "=", "invitation.invited_by")
        .onRef("member.household_id", "=", "invitation.household_id"),
    )
    .select(["invitation.id", "invitation.household_id as householdId", "invitation.invitee_email as email"])
    .select(["profiles.first_name", "inviter.email as inviterEmail"])
    .where("invitation.id", "=", read.id)
    .where("invitation.version", "=", read.version)
    .where("invitation.status", "=", "pending")
    .where("invitation.expires_at", ">", now)
    .executeTakeFirst();
  if (!found) return { status: "ended" };
  const { first_name, inviterEmail, ...invitation } = found;
  return { status: "open", ...invitation, inviterName: first_name ?? inviterEmail };
}

export type Acceptance = "joined" | "forged" | "ended" | "another_address" | "hand_over_first";

/** Accepts the invitation, once: the user is in that household from now on (rules.ts says what becomes of theirs). */
export async function acceptInvitation(
  db: Kysely<Database>,
  userId: string,
  { linkKey, token, now = nowIso() }: { linkKey: string; token: string; now?: string },
): Promise<Acceptance> {
  return db.transaction().execute(async (trx) => {
    const link = await readInvitationLink(trx, linkKey, token, now);
    if (link.status !== "open") return link.status;
    const { email } = await trx.selectFrom("users").select("email").where("id", "=", userId).executeTakeFirstOrThrow();
    if (email !== link.email) return "another_address";
    const outcome = await joinHousehold(trx, userId, link.householdId, now);
    if (outcome === "hand_over_first") return outcome;
    await trx.updateTable("family_invitations").set({ status: "accepted" }).where("id", "=", link.id).execute();
    return "joined";
  });
}

/** What accepting would mean for what the viewer has now. */
export async function consequenceOfJoining(db: Kysely<Database>, viewer: Membership & { userId: string }, to: string) {
  return joining(viewer, await countOthers(db, viewer.householdId, viewer.userId), to);
}

async function joinHousehold(trx: Transaction<Database>, userId: string, to: string, now: string) {
  const member = await membershipOf(trx, userId);
  const { householdId: from } = member;
  const outcome = joining(member, await countOthers(trx, from, userId), to);
  if (outcome === "brings_all") await moveWithAll(trx, userId, from, to, now);
  if (outcome === "leaves_all") await moveAlone(trx, userId, from, { householdId: to, role: "member" }, now);
  if (outcome === "leaves_all") await linkAccount(trx, userId, to, now);
  // Whoever is there may be among the family that has come along.
  if (outcome === "brings_all") for (const id of await accountsOf(trx, to)) await linkAccount(trx, id, to, now);
  return outcome;
}

async function accountsOf(trx: Transaction<Database>, householdId: string): Promise<string[]> {
  const members = trx.selectFrom("household_members").select("user_id").where("household_id", "=", householdId);
  return (await members.orderBy("joined_at", "desc").execute()).map(({ user_id }) => user_id);
}
