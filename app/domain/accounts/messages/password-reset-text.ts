import { phoneText } from "#app/domain/outbox/rendering/fit-text.ts";
import type { Message } from "#app/domain/outbox/message.ts";

/** The link to choose a new password; it says nothing about the account but that there is one. */
export function passwordResetMessage({ url }: { url: string }): Message {
  return {
    ...phoneText(["Choose a new password with this link. It works once, for 30 minutes."], url),
    email: {
      subject: "Choose a new password for Mila",
      heading: "Choose a new password",
      body: [
        "Somebody, hopefully you, asked for a new password for Mila with this address.",
        "The link works once, for 30 minutes. Afterwards you are signed out everywhere and log in with the new password.",
      ],
      button: { label: "Choose a new password", url },
      footnote:
        "You did not ask for this? Then nothing has to be done: without this link nobody can change your password.",
    },
  };
}
