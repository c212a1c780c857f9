import { emailWords, plainWords, truncate } from "./plain-words.ts";
import type { SentencePart } from "./fit-text.ts";

/** The sender's name and address. */
export interface MessageSender {
  name: string | null;
  email: string;
}

const maxName = 40;
const maxAddress = 60;
/** Recipients never asked for a sender's words, so they stay short. */
const maxQuoted = 80;

/** "Nora Berg (nora@example.com)", or the address alone. */
export function senderParts({ name, email }: MessageSender): SentencePart[] {
  const shown = nameOf(name);
  return shown ? [{ words: shown }, ` (${addressOf(email)})`] : [addressOf(email)];
}

export function senderWords({ name, email }: MessageSender): string {
  const shown = nameOf(name);
  return shown ? `${emailWords(shown, maxName)} (${addressOf(email)})` : addressOf(email);
}

/** Puts a sender's words between quotation marks, which the words cannot close. */
export function quotedParts(words: string): SentencePart[] {
  return ['"', { words: truncate(withoutQuotes(plainWords(words)), maxQuoted) }, '"'];
}

export function quotedWords(words: string): string {
  return `"${emailWords(withoutQuotes(words), maxQuoted)}"`;
}

/** Removes the marks by which a name could pass for an address. */
function nameOf(name: string | null): string | null {
  return name && truncate(plainWords(name.replaceAll(/[()<>@"]/g, " ")), maxName);
}

/** Cuts the beginning of a long address, because the domain says the most. */
function addressOf(email: string): string {
  return email.length > maxAddress ? `…${email.slice(-maxAddress)}` : email;
}

function withoutQuotes(words: string): string {
  return words.replaceAll(/["“”„«»]/g, "'");
}
