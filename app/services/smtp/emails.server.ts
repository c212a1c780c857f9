import type { SendMailOptions } from "nodemailer";
import { isSingleAddress, type Mailbox, oneLine } from "../email-address.ts";
import type { BeforeData, EmailMessage, Outcome } from "../sending.ts";
import { retryUntilAccepted } from "../transport/retry-until-accepted.ts";
import type { SmtpAttempt, SmtpPool } from "./pool.server.ts";

interface SmtpServer {
  pool: SmtpPool;
  from: Mailbox;
}

/** Keeps one Message-ID across retries, so that mail programs can recognize a second copy. */
export async function sendWithSmtp(
  server: SmtpServer,
  message: EmailMessage,
  beforeData: BeforeData,
): Promise<Outcome> {
  if (!isSingleAddress(message.to)) return { status: "failed", reason: "bad_address" };
  const mail = toMail(server, message);
  const attempt = await retryUntilAccepted(
    (timeoutMs) => server.pool.send(mail, timeoutMs, beforeData),
    wasNotAccepted,
  );
  return attempt.type === "accepted"
    ? { status: "sent", providerId: messageId(server, message) }
    : meaningOf(attempt);
}

function toMail(server: SmtpServer, message: EmailMessage): SendMailOptions {
  const { from } = server;
  return {
    from,
    to: { name: "", address: message.to },
    envelope: { from: from.address, to: [message.to] },
    subject: oneLine(message.subject),
    text: message.text,
    html: message.html,
    messageId: messageId(server, message),
    headers: { "Auto-Submitted": "auto-generated" },
  };
}

function messageId({ from }: SmtpServer, { deliveryId }: EmailMessage): string {
  return `<${deliveryId}@${from.address.split("@").at(-1)}>`;
}

function meaningOf({ error, wasDataBegun }: Extract<SmtpAttempt, { type: "failed" }>): Outcome {
  const { code, command, responseCode, response } = error;
  if (code === "EAUTH" && !isTransient(responseCode)) return { status: "misconfigured" };
  if (!responseCode) return wasDataBegun ? { status: "unclear" } : outcomeWithoutReply(code);
  if (isTransient(responseCode)) return { status: "later", isRateLimit: false };
  if (command === "DATA") return { status: "failed", reason: "refused" };
  // Some servers reject the sender or a missing sign-in only at RCPT TO.
  if (command !== "RCPT TO" || notAllowed.test(response)) return { status: "misconfigured" };
  return { status: "failed", reason: "bad_address" };
}

/**
 * 530 and 5.7.0 (RFC 4954, 6), or a refused relay or sender. Other 5.7.1 policies may concern one
 * recipient only.
 */
const notAllowed = /^(530|5\d\d[ -]5\.7\.0)|\brelay|sender address rejected/i;

/** ETLS and ENOAUTH: the server answered, but not as the settings expect. */
function outcomeWithoutReply(code: string | undefined): Outcome {
  return code === "ETLS" || code === "ENOAUTH"
    ? { status: "misconfigured" }
    : { status: "later", isRateLimit: false };
}

function wasNotAccepted(attempt: SmtpAttempt): boolean {
  if (attempt.type === "accepted" || attempt.wasDataBegun) return false;
  return (
    ["ECONNECTION", "ESOCKET", "EDNS"].includes(attempt.error.code ?? "") &&
    !attempt.error.responseCode
  );
}

function isTransient(responseCode: number | undefined): boolean {
  return responseCode !== undefined && responseCode >= 400 && responseCode < 500;
}
