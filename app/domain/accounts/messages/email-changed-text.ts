import { phoneText } from "#app/domain/outbox/rendering/fit-text.ts";
import type { Message } from "#app/domain/outbox/message.ts";

/** Tells the old address that another one is to take its place; it does not name that one, which may be a stranger's. */
export function emailChangedMessage({ origin }: { origin: string }): Message {
  const url = `${origin}/auth/forgot`;
  return {
    ...phoneText(["Your account gets another email address. That was not you? Choose a new password:"], url),
    email: {
      subject: "Your email address for Mila is being changed",
      heading: "A new email address for your account",
      body: [
        "Somebody, hopefully you, asked to use another email address for your account. It counts once it is confirmed there.",
        "That was not you? Then choose a new password now. It ends every session, so nobody else stays signed in.",
      ],
      button: { label: "Choose a new password", url },
      footnote: "That was you? Then nothing has to be done.",
    },
  };
}
