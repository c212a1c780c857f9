import type { MessageType } from "#app/domain/outbox/message-type.ts";
import type { Transaction } from "kysely";
import { emailVerificationLink } from "#app/domain/core/links.server.ts";
import type { Database } from "#db/schema.ts";
import type { Delivery, Preparation } from "#app/domain/outbox/preparation.ts";
import { emailChangedMessage } from "./email-changed-text.ts";
import { emailVerificationMessage } from "./email-verification-text.ts";

/** Goes to the account's address, or to its future one. */
export const emailVerificationType: MessageType = {
  label: "Email confirmation link",
  // Until its link is opened, the address may be anyone's.
  isToOthers: true,
  confirmsAddress: true,
  isUrgent: true,
  ignoresOptOut: ["bounced"],
  async prepare(trx, deliveries, instance) {
    const verifications = await findVerifications(trx, deliveries);
    return new Map(
      deliveries.flatMap(({ id, subject_id }): [string, Preparation][] => {
        const verification = verifications.get(subject_id);
        if (!verification || verification.confirmed_at) return [];
        if (verification.has_newer) return [[id, { cancelled: "superseded" }]];
        const message = emailVerificationMessage({
          url: emailVerificationLink(instance, verification.id),
        });
        return [[id, { to: verification.email, message }]];
      }),
    );
  },
};

/** Warns the previous address. */
export const emailChangedType: MessageType = {
  label: "Email address change",
  isWarning: true,
  async prepare(trx, deliveries, instance) {
    const verifications = await findVerifications(trx, deliveries);
    const message = emailChangedMessage(instance);
    return new Map(
      deliveries.flatMap(({ id, subject_id }): [string, Preparation][] => {
        const verification = verifications.get(subject_id);
        if (!verification?.previous_email) return [];
        return [[id, { to: verification.previous_email, message }]];
      }),
    );
  },
};

async function findVerifications(trx: Transaction<Database>, deliveries: Delivery[]) {
  const rows = await trx
    .selectFrom("email_verifications as verification")
    .select([
      "verification.id",
      "verification.email",
      "verification.confirmed_at",
      "verification.previous_email",
    ])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom("email_verifications as newer")
          .select("newer.id")
          .whereRef("newer.user_id", "=", "verification.user_id")
          .whereRef("newer.id", ">", "verification.id"),
      ).as("has_newer"),
    )
    .where(
      "verification.id",
      "in",
      deliveries.map(({ subject_id }) => subject_id),
    )
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
