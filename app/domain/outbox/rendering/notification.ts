import type { EmailBlock, Message } from "../message.ts";
import { truncate } from "./plain-words.ts";

export interface Notification {
  title: string;
  text: string;
  url: string | null;
}

/** ntfy takes 4,096 bytes: four for each character. */
const maxCharacters = 1_000;

/** The words of the email, for a phone's notification or a chat. */
export function renderNotification({ email }: Message): Notification {
  const text = truncate(email.body.map(renderBlock).join("\n"), maxCharacters);
  return { title: email.heading, text, url: email.button?.url ?? null };
}

function renderBlock(block: EmailBlock): string {
  if (typeof block === "string") return block;
  return Array.isArray(block) ? block.map((line) => `• ${line}`).join("\n") : `\n${block.heading}:`;
}
