import type { EmailBlock, Message } from "../message.ts";
import { truncate } from "./plain-words.ts";

interface Notification {
  title: string;
  text: string;
  url: string | null;
}

const maxCharacters = 1_000;
/**
 * ntfy takes 4,096 bytes, Telegram as many UTF-16 units including title and link. One emoji can
 * take 25 bytes.
 */
const maxBytes = 3_000;

/** Returns the text of the email for a phone's notification or a chat. */
export function renderNotification({ email }: Message): Notification {
  const text = fit(email.body.map(renderBlock).join("\n"));
  return { title: email.heading, text, url: email.button?.url ?? null };
}

function renderBlock(block: EmailBlock): string {
  if (typeof block === "string") return block;
  return Array.isArray(block) ? block.map((line) => `• ${line}`).join("\n") : `\n${block.heading}:`;
}

function fit(words: string): string {
  let characters = maxCharacters;
  while (Buffer.byteLength(truncate(words, characters)) > maxBytes)
    characters = Math.floor(characters * 0.9);
  return truncate(words, characters);
}
