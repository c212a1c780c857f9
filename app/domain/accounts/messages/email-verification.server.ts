import type { Transaction } from "kysely";
import { emailVerificationLink } from "#app/domain/core/links.server.ts";
import type { MessageType } from "#app/domain/outbox/message-type.ts";
import type { Message } from "#app/domain/outbox/message.ts";
import type { Delivery, Preparation } from "#app/domain/outbox/preparation.ts";
import { phoneText } from "#app/domain/outbox/rendering/fit-text.ts";
import type { Database } from "#db/schema.ts";

/** Goes to the account's present address, or to its future one. */
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

/** Omits the new address, which may be a stranger's. */
export function emailChangedMessage({ origin }: { origin: string }): Message {
  const url = `${origin}/auth/forgot`;
  return {
    ...phoneText(
      ["Your account is getting a new email address. Not you? Choose a new password:"],
      url,
    ),
    email: {
      subject: "Your email address for Mila is changing",
      heading: "New email address for your account",
      body: [
        "Someone, hopefully you, asked to change your account's email address. It changes once the new address is confirmed.",
        "Not you? Choose a new password now. That signs everyone else out.",
      ],
      button: { label: "Choose a new password", url },
      footnote: "Was this you? Then there's nothing to do.",
    },
  };
}

export function emailVerificationMessage({ url }: { url: string }): Message {
  return {
    ...phoneText(["Confirm your email address with this link. It works for 24 hours."], url),
    email: {
      subject: "Confirm your email address for Mila",
      heading: "Is this your email address?",
      body: [
        "Someone, hopefully you, is using this address for Mila, the family task assistant.",
        "Open the link and press the button there. The link works for 24 hours.",
      ],
      button: { label: "Confirm my address", url },
      footnote: "Not you? Just ignore this email.",
    },
  };
}
