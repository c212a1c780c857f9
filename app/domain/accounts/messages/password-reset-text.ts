import { phoneText } from "#app/domain/outbox/rendering/fit-text.ts";
import type { Message } from "#app/domain/outbox/message.ts";

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
