import type { MailboxAddress } from "#app/services/mailbox/imap.server.ts";

/** The place that families forward mails to. */
export interface MailIn {
  /** Null if Postmark delivers them. */
  mailbox: MailboxAddress | null;
  /** An address is the secret word between these: "mila+" and "@example.com". */
  before: string;
  after: string;
}

interface MailInSettings {
  MAIL_IN_URL?: string | undefined;
  MAIL_IN_ADDRESS?: string | undefined;
  POSTMARK_WEBHOOK_PASSWORD?: string | undefined;
}

/** Returns null if nothing is set up. */
export function readMailIn({
  MAIL_IN_URL,
  MAIL_IN_ADDRESS,
  POSTMARK_WEBHOOK_PASSWORD,
}: MailInSettings): MailIn | null {
  const mailbox = MAIL_IN_URL === undefined ? null : readMailboxUrl(MAIL_IN_URL);
  const address = (MAIL_IN_ADDRESS ?? mailbox?.user ?? "").toLowerCase();
  if (!address.includes("@") || (!mailbox && !POSTMARK_WEBHOOK_PASSWORD)) return null;
  const at = address.lastIndexOf("@");
  // Without a name, every address of the domain arrives.
  return { mailbox, before: at === 0 ? "" : `${address.slice(0, at)}+`, after: address.slice(at) };
}

const ports: Record<string, number> = { "imaps:": 993, "imap:": 143 };

/** Reads "imaps://mila%40example.com:password@mail.example.com/Folder". */
function readMailboxUrl(text: string): MailboxAddress {
  const { protocol, hostname, port, username, password, pathname } = new URL(text);
  return {
    host: hostname.replace(/^\[(.*)\]$/, "$1"),
    port: port === "" ? ports[protocol]! : Number(port),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    folder: decodeURIComponent(pathname.slice(1)) || "INBOX",
  };
}
