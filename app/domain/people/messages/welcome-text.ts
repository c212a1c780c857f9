import type { Relation } from "#db/schema.ts";
import { phoneText } from "#app/domain/outbox/rendering/fit-text.ts";
import type { Message } from "#app/domain/outbox/message.ts";
import { emailWords } from "#app/domain/outbox/rendering/plain-words.ts";
import { type MessageSender, senderWords } from "#app/domain/outbox/rendering/sender.ts";

interface WelcomeFacts {
  name: string;
  relation: Relation;
  addedBy: MessageSender;
  /** Leads to the sign-up page, and from there to the invitation if there is one. */
  url: string;
  isInvited: boolean;
}

const benefits = [
  "Task notifications and reminders, so nothing gets forgotten",
  "One place to coordinate family activities and events",
  "A shared schedule that keeps everyone connected",
  "Family moments you'll never miss",
];

/** The page /email-preview shows this too. */
export function welcomeMessage({ name, relation, addedBy, url, isInvited }: WelcomeFacts): Message {
  const as = `added as a ${relation === "other" ? "family member" : relation}`;
  const by = senderWords(addedBy);
  const next = "Sign up with this address, and you can join their family with one press.";
  return {
    ...phoneText(
      ["Hi ", { words: name }, `, you were ${as} on Mila, the family task assistant. Sign up:`],
      url,
    ),
    email: {
      subject: "Welcome to the family on Mila",
      heading: `Welcome, ${emailWords(name, 60)}`,
      body: [
        `You were ${as} by ${by} on Mila, the family task assistant. With your own account, you get:`,
        benefits,
        ...(isInvited ? [next] : []),
      ],
      button: { label: "Sign Up Now", url },
      footnote: "Not expecting this email? Just ignore it.",
    },
  };
}
