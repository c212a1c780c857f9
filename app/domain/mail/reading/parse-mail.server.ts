import type { Attachment, Email } from "postal-mime";
import { textOfHtml } from "./html-text.ts";

/** A mail as it came, before anything is understood. */
export interface IncomingMail {
  /** True for words that somebody has copied: they have no header that programs read. */
  isPasted?: true;
  messageId: string | null;
  sender: { name: string; address: string } | null;
  subject: string;
  /** A UTC instant, or null without a readable date. */
  sentAt: string | null;
  text: string;
  /** The calendar files that came with it (RFC 5545). */
  calendars: string[];
  /** True if it has attachments that Mila does not read. */
  hasUnreadPart: boolean;
  cannotBeRead?: true;
  /** True if the mailbox's own provider found that the sender's server sent it (RFC 8601, 7489). */
  isProven?: boolean;
}

/** In UTF-16 code units. The rest of a text is not read. */
const maxText = 1_000_000;
const maxCalendars = 5;

/** Reads a mail from its source (RFC 5322). @throws for nesting or headers that no mail has */
export async function parseMail(source: Uint8Array): Promise<IncomingMail> {
  const { default: PostalMime } = await import("postal-mime");
  const mail = await PostalMime.parse(asFixed(source), { attachmentEncoding: "arraybuffer" });
  const calendars = mail.attachments.filter(isCalendar);
  return incomingMail({
    messageId: mail.messageId ?? null,
    from: mail.from?.address ? { name: mail.from.name, address: mail.from.address } : null,
    subject: mail.subject ?? "",
    date: mail.date,
    plain: mail.text ?? "",
    html: mail.html ?? "",
    calendars: calendars.map(({ content }) => textOf(content)),
    hasUnreadPart: mail.attachments.some((each) => !isCalendar(each) && !each.related),
    isProven: isProven(mail),
  });
}

interface MailParts {
  messageId: string | null;
  from: { name: string; address: string } | null;
  subject: string;
  /** As the header has it. */
  date: string | undefined;
  plain: string;
  html: string;
  calendars: string[];
  hasUnreadPart: boolean;
  isProven: boolean;
}

/** Makes a mail of its parts. */
export function incomingMail({ from, date, plain, html, ...mail }: MailParts): IncomingMail {
  return {
    ...mail,
    sender: from && { name: from.name, address: from.address.toLowerCase() },
    sentAt: instantOf(date),
    text: chooseText(plain, html),
    calendars: mail.calendars.slice(0, maxCalendars),
  };
}

/** postal-mime joins quoted lines with their marks (RFC 3676, 4.5): they are joined later. */
function asFixed(source: Uint8Array): Uint8Array {
  const text = Buffer.from(source).toString("latin1");
  return Buffer.from(text.replaceAll(/format="?flowed"?/gi, "format=fixed"), "latin1");
}

/** Reads a mail; of a broken one, as much as possible. Never throws. */
export async function parseAnyMail(source: Uint8Array): Promise<IncomingMail> {
  try {
    return await parseMail(source);
  } catch {
    return parseHeader(source);
  }
}

/** Reads who sent a mail, and about what. Never throws. */
export async function parseHeader(source: Uint8Array): Promise<IncomingMail> {
  const [header = ""] = Buffer.from(source)
    .toString("latin1")
    .split(/\r?\n\r?\n/, 1);
  const few = Buffer.from(`${header.slice(0, maxHeader)}\r\n\r\n`, "latin1");
  const mail = await parseMail(few).catch(() => unknownMail);
  return { ...mail, text: "", calendars: [], hasUnreadPart: false, cannotBeRead: true };
}

/** In bytes. */
const maxHeader = 20_000;

/** A mail of which nothing could be read. */
export const unknownMail: IncomingMail = {
  messageId: null,
  sender: null,
  subject: "",
  sentAt: null,
  text: "",
  calendars: [],
  hasUnreadPart: false,
  cannotBeRead: true,
};

const isCalendar = ({ mimeType }: Attachment) =>
  ["text/calendar", "application/ics"].includes(mimeType);

const textOf = (content: Attachment["content"]) =>
  typeof content === "string" ? content : Buffer.from(content as ArrayBuffer).toString("utf8");

/** Later servers put theirs on top, so that a forged result stands below. */
function isProven({ headers }: Email): boolean {
  const first = headers.find(({ key }) => key === "authentication-results");
  if (!first) return false;
  // Within quotes and comments stands what the sender has chosen.
  const methods = first.value.replaceAll(/"[^"]*"|\([^)]*\)/g, "").split(";");
  return methods.slice(1).some((method) => /^\s*dmarc=pass(?:\s|$)/i.test(method));
}

function instantOf(date: string | undefined): string | null {
  const at = Date.parse(date ?? "");
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}

/** Takes the part that has more to say: the plain one may only say that there is another. */
function chooseText(plain: string, html: string): string {
  const text = plain.slice(0, maxText);
  if (html === "") return text;
  const written = textOfHtml(html);
  return wordsIn(written) > 1.2 * wordsIn(text) ? written : text;
}

const wordsIn = (text: string) => text.match(/\p{L}{2,}|\d+/gu)?.length ?? 0;
