import { phoneText } from "#app/domain/outbox/rendering/fit-text.ts";
import type { Message } from "#app/domain/outbox/message.ts";

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
