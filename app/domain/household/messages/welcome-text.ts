import type { Relation } from "#db/schema.ts";
import { phoneText } from "#app/domain/outbox/rendering/fit-text.ts";
import type { Message } from "#app/domain/outbox/message.ts";
import { emailWords } from "#app/domain/outbox/rendering/plain-words.ts";

interface WelcomeFacts {
  /** Who was added. */
  name: string;
  relation: Relation;
  /** Who added them, or null while they have not said their name. */
  addedBy: string | null;
  origin: string;
}

/** What somebody who was added to a family gets out of it (specification, section 2). */
const benefits = [
  "Task notifications and reminders, so nothing gets forgotten",
  "One place to coordinate family activities and events",
  "A shared schedule that keeps everyone connected",
  "Family moments you'll never miss",
];

/** The specification's welcome e-mail to a new family member; /email-preview shows the same. */
export function welcomeMessage({ name, relation, addedBy, origin }: WelcomeFacts): Message {
  const as = `added as a ${relation === "other" ? "family member" : relation}`;
  const by = addedBy ? emailWords(addedBy, 60) : "your family";
  const url = `${origin}/auth`;
  return {
    ...phoneText(["Hi ", { words: name }, `, you were ${as} on Mila, the family task assistant. Sign up:`], url),
    email: {
      subject: "Welcome to the family on Mila",
      heading: `Welcome, ${emailWords(name, 60)}`,
      body: [`You were ${as} by ${by} on Mila, the family task assistant. With your own account, you get:`, benefits],
      button: { label: "Sign Up Now", url },
      footnote: "Not expecting this email? Just ignore it.",
    },
  };
}
