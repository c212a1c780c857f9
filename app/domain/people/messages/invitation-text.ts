import { phoneText } from "#app/domain/outbox/rendering/fit-text.ts";
import type { Message } from "#app/domain/outbox/message.ts";
import {
  type MessageSender,
  senderParts,
  senderWords,
} from "#app/domain/outbox/rendering/sender.ts";

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
