import type { MessageType } from "#app/domain/outbox/message-type.ts";
import { passwordResetLink } from "#app/domain/core/links.server.ts";
import type { Preparation } from "#app/domain/outbox/preparation.ts";
import { phoneText } from "#app/domain/outbox/rendering/fit-text.ts";
import type { Message } from "#app/domain/outbox/message.ts";

export const passwordResetType: MessageType = {
  label: "New password link",
  isUrgent: true,
  ignoresOptOut: ["bounced"],
  async prepare(trx, deliveries, instance) {
    const rows = await trx
      .selectFrom("password_resets as reset")
      .innerJoin("users", "users.id", "reset.user_id")
      .select(["reset.id", "reset.used_at", "users.email"])
      .select(({ exists, selectFrom }) =>
        exists(
          selectFrom("password_resets as newer")
            .select("newer.id")
            .whereRef("newer.user_id", "=", "reset.user_id")
            .whereRef("newer.id", ">", "reset.id"),
        ).as("has_newer"),
      )
      .where(
        "reset.id",
        "in",
        deliveries.map(({ subject_id }) => subject_id),
      )
      .execute();
    const resets = new Map(rows.map((row) => [row.id, row]));
    return new Map(
      deliveries.flatMap(({ id, subject_id }): [string, Preparation][] => {
        const reset = resets.get(subject_id);
        if (!reset || reset.used_at) return [];
        if (reset.has_newer) return [[id, { cancelled: "superseded" }]];
        const message = passwordResetMessage({ url: passwordResetLink(instance, reset.id) });
        return [[id, { to: reset.email, message }]];
      }),
    );
  },
};

export function passwordResetMessage({ url }: { url: string }): Message {
  return {
    ...phoneText(
      ["Choose a new password with this link. It works once and expires in 30 minutes."],
      url,
    ),
    email: {
      subject: "Choose a new password for Mila",
      heading: "Choose a new password",
      body: [
        "Someone, hopefully you, asked for a new password for your Mila account.",
        "The link works once and expires in 30 minutes. You'll be signed out everywhere, so log in again with the new password.",
      ],
      button: { label: "Choose a new password", url },
      footnote: "Didn't ask for this? Just ignore this email. Your password stays the same.",
    },
  };
}
