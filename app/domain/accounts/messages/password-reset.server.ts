import type { MessageType } from "#app/domain/outbox/message-type.ts";
import { passwordResetLink } from "#app/domain/core/links.server.ts";
import type { Preparation } from "#app/domain/outbox/preparation.ts";
import { passwordResetMessage } from "./password-reset-text.ts";

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
