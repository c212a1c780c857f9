import type { Relation } from "#db/schema.ts";
import { phoneText } from "#app/domain/outbox/rendering/fit-text.ts";
import type { Message } from "#app/domain/outbox/message.ts";
import { mailWords } from "#app/domain/outbox/rendering/plain-words.ts";

export interface WelcomeFacts {
  /** Who was added. */
  name: string;
  relation: Relation;
  /** Who added them, or null while they have not said their name. */
  addedBy: string | null;
  origin: string;
}

/** What somebody who was added to a family gets out of it (specification, section 2). */
const benefits = [
  "Task notifications and reminders, so that nothing is forgotten",
  "Family activities and events that you coordinate together",
  "A schedule that keeps everyone connected",
  "Family moments that you never miss",
];

/** The specification's welcome e-mail to a new family member; /email-preview shows the same. */
export function welcomeMessage({ name, relation, addedBy, origin }: WelcomeFacts): Message {
  const as = `added as a ${relation === "other" ? "family member" : relation}`;
  const by = addedBy ? `${mailWords(addedBy, 60)} has` : "Your family has";
  const url = `${origin}/auth`;
  return {
    ...phoneText(["Hi ", { words: name }, `, you were ${as} on Mila, the family's task assistant. Sign up:`], url),
    email: {
      subject: "Welcome to the family on Mila",
      heading: `Welcome, ${mailWords(name, 60)}!`,
      body: [
        `You have been ${as}. ${by} put you on their list in Mila, the family's task assistant. With an account of your own you get:`,
        benefits,
      ],
      button: { label: "Sign Up Now", url },
      footnote: "If you did not expect this email, you can ignore it.",
    },
  };
}
