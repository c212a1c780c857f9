import { waitsForConfirmation } from "#app/domain/accounts/confirmed-address.server.ts";
import { fullName } from "#app/domain/accounts/profile/person-name.ts";
import { findPeople } from "#app/domain/accounts/users.server.ts";
import { idList } from "#db/sql/values.ts";
import { type LinkBase, invitationMessageLink, signUpLink } from "#app/domain/core/links.server.ts";
import type { Transaction } from "kysely";
import type { MessageType } from "#app/domain/outbox/message-type.ts";
import type { Preparation } from "#app/domain/outbox/preparation.ts";
import type { Database } from "#db/schema.ts";
import { welcomeMessage } from "./welcome-text.ts";

export const welcomeType: MessageType = {
  label: "Welcome",
  canRecur: true,
  waitsForUser: waitsForConfirmation,
  isToOthers: true,
  async prepare(trx, deliveries, instance, now) {
    const members = await trx
      .selectFrom("people")
      .select([
        "id",
        "added_by",
        "household_id",
        "name",
        "relation",
        "email",
        "user_id",
        "left_at",
        "created_at",
      ])
      .where(
        "id",
        "in",
        deliveries.map(({ subject_id }) => subject_id),
      )
      .execute();
    const adders = await findPeople(
      trx,
      members.flatMap(({ added_by }) => added_by ?? []),
    );
    const invitations = await findInvitations(trx, members, now);
    const byId = new Map(members.map((member) => [member.id, member]));
    return new Map(
      deliveries.map(({ id, subject_id, created_at }): [string, Preparation] => {
        const member = byId.get(subject_id);
        if (!member?.relation || member.left_at || member.user_id)
          return [id, { cancelled: "withdrawn" }];
        // A person who was removed and added again gets another email.
        if (created_at < member.created_at) return [id, { cancelled: "withdrawn" }];
        if (!member.email) return [id, { cancelled: "no_address" }];
        const { name, relation, added_by } = member;
        const adder = adders.get(added_by ?? "");
        if (!adder) return [id, { cancelled: "withdrawn" }];
        const addedBy = { name: fullName(adder), email: adder.email };
        const invitation = invitations.get(member.id);
        const url = signUpLink(
          { ...instance, email: member.email },
          invitation && invitationPath(instance, invitation),
        );
        const message = welcomeMessage({
          name,
          relation,
          addedBy,
          url,
          isInvited: invitation !== undefined,
        });
        return [id, { to: member.email, message }];
      }),
    );
  },
};

interface Invitation {
  id: string;
  version: number;
}

/** Returns the open invitations to these family members, by family member. */
async function findInvitations(
  trx: Transaction<Database>,
  members: { id: string; household_id: string; email: string | null }[],
  now: string,
): Promise<Map<string, Invitation>> {
  const invitations = await trx
    .selectFrom("family_invitations as invitation")
    .innerJoin("household_members as inviter", (join) =>
      join
        .onRef("inviter.user_id", "=", "invitation.invited_by")
        .onRef("inviter.household_id", "=", "invitation.household_id"),
    )
    .select(["invitation.id", "invitation.version", "invitation.household_id", "invitee_email"])
    .where("invitation.household_id", "in", idList(members.map(({ household_id }) => household_id)))
    .where("status", "=", "pending")
    .where("expires_at", ">", now)
    .execute();
  return new Map(
    members.flatMap(({ id, household_id, email }): [string, Invitation][] => {
      const found = invitations.find(
        (invitation) =>
          invitation.household_id === household_id && invitation.invitee_email === email,
      );
      return found ? [[id, found]] : [];
    }),
  );
}

function invitationPath({ linkKey }: LinkBase, invitation: Invitation): string {
  return invitationMessageLink({ origin: "", linkKey }, invitation);
}
