import { phoneText } from "#app/domain/outbox/rendering/fit-text.ts";
import type { Message } from "#app/domain/outbox/message.ts";

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
