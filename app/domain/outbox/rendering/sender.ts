import { emailWords, plainWords, truncate } from "./plain-words.ts";
import type { SentencePart } from "./fit-text.ts";

/** As Mila knows them. */
export interface MessageSender {
  name: string | null;
  email: string;
}

const maxName = 40;
const maxAddress = 60;
/** Recipients never asked for these words, so they stay short. */
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

/** A sender's words between quotation marks, which they cannot close themselves. */
export function quotedParts(words: string): SentencePart[] {
  return ['"', { words: truncate(withoutQuotes(plainWords(words)), maxQuoted) }, '"'];
}

export function quotedWords(words: string): string {
  return `"${emailWords(withoutQuotes(words), maxQuoted)}"`;
}

/** No name can pass for an address. */
function nameOf(name: string | null): string | null {
  return name && truncate(plainWords(name.replaceAll(/[()<>@"]/g, " ")), maxName);
}

/** The domain says the most, so a long address loses its beginning. */
function addressOf(email: string): string {
  return email.length > maxAddress ? `…${email.slice(-maxAddress)}` : email;
}

function withoutQuotes(words: string): string {
  return words.replaceAll(/["“”„«»]/g, "'");
}
