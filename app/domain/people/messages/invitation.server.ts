import { waitsForConfirmation } from "#app/domain/accounts/confirmed-address.server.ts";
import { fullName } from "#app/domain/accounts/profile/person-name.ts";
import { findPeople } from "#app/domain/accounts/users.server.ts";
import type { MessageType } from "#app/domain/outbox/message-type.ts";
import { invitationMessageLink } from "#app/domain/core/links.server.ts";
import { z } from "#app/domain/core/zod.ts";
import { type Preparation, readPayload } from "#app/domain/outbox/preparation.ts";
import type { MessagePayloads } from "#db/schema.ts";
import { phoneText } from "#app/domain/outbox/rendering/fit-text.ts";
import type { Message } from "#app/domain/outbox/message.ts";
import {
  type MessageSender,
  senderParts,
  senderWords,
} from "#app/domain/outbox/rendering/sender.ts";

const payload: z.ZodType<MessagePayloads["invitation"]> = z.object({ version: z.number() });

export const invitationType: MessageType = {
  label: "Invitation",
  isUrgent: true,
  waitsForUser: waitsForConfirmation,
  isToOthers: true,
  async prepare(trx, deliveries, instance, now) {
    const invitations = await trx
      .selectFrom("family_invitations as invitation")
      .innerJoin("household_members as member", "member.user_id", "invitation.invited_by")
      .select([
        "invitation.id",
        "invitation.invitee_email",
        "invitation.version",
        "invitation.status",
      ])
      .select(["invitation.expires_at", "invitation.invited_by", "invitation.household_id"])
      .select("member.household_id as inviters_household_id")
      .where(
        "invitation.id",
        "in",
        deliveries.map(({ subject_id }) => subject_id),
      )
      .execute();
    const inviters = await findPeople(
      trx,
      invitations.map(({ invited_by }) => invited_by),
    );
    const byId = new Map(invitations.map((invitation) => [invitation.id, invitation]));
    return new Map(
      deliveries.map((delivery): [string, Preparation] => {
        const { id, subject_id } = delivery;
        const invitation = byId.get(subject_id);
        if (!invitation || invitation.status !== "pending" || invitation.expires_at <= now) {
          return [id, { cancelled: "withdrawn" }];
        }
        if (invitation.household_id !== invitation.inviters_household_id)
          return [id, { cancelled: "not_a_member" }];
        const { version, invited_by } = invitation;
        if (version !== readPayload(payload, delivery).version)
          return [id, { cancelled: "superseded" }];
        const url = invitationMessageLink(instance, { id: subject_id, version });
        const inviter = inviters.get(invited_by);
        if (!inviter) return [id, { cancelled: "withdrawn" }];
        const message = invitationMessage({
          inviter: { name: fullName(inviter), email: inviter.email },
          url,
        });
        return [id, { to: invitation.invitee_email, message }];
      }),
    );
  },
};

export function invitationMessage({
  inviter,
  url,
}: {
  inviter: MessageSender;
  url: string;
}): Message {
  const who = senderWords(inviter);
  return {
    ...phoneText(
      [
        ...senderParts(inviter),
        " invited you to join their family on Mila. The link works for 7 days.",
      ],
      url,
    ),
    email: {
      subject: `${who} invited you to join their family on Mila`,
      heading: "You've been invited to join a family",
      body: [
        `${who} would like to share tasks and calendars with you on Mila, the family task assistant.`,
        "The invitation only works for this email address and expires in 7 days.",
      ],
      button: { label: "See the invitation", url },
      footnote: "Not expecting this? Just ignore this email.",
    },
  };
}
