import type { SendMailOptions } from "nodemailer";
import { isOneAddress, type Mailbox, oneLine } from "../email-address.ts";
import type { EmailMessage, Outcome } from "../sending.ts";
import { retryUntilAccepted } from "../transport/retry-until-accepted.ts";
import { sendOnce, type SmtpAttempt } from "./connection.server.ts";

interface SmtpServer {
  url: string;
  from: Mailbox;
}

/**
 * Sends an email in 20 s at most. It has the same Message-ID at every try, so that a mail program shows a second copy
 * as the same.
 */
export async function sendWithSmtp(server: SmtpServer, message: EmailMessage): Promise<Outcome> {
  if (!isOneAddress(message.to)) return { status: "failed", reason: "bad_address" };
  const mail = toMail(server, message);
  const attempt = await retryUntilAccepted((timeoutMs) => sendOnce(server.url, mail, timeoutMs), wasNotAccepted);
  return attempt.type === "accepted" ? { status: "sent", providerId: messageId(server, message) } : meaningOf(attempt);
}

function toMail(server: SmtpServer, message: EmailMessage): SendMailOptions {
  const { from } = server;
  return {
    // Addresses as objects are never read as lists.
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

function meaningOf({ error, wasDataRequested }: Extract<SmtpAttempt, { type: "failed" }>): Outcome {
  const { code, command, responseCode, response } = error;
  if (code === "EAUTH" && !isTransient(responseCode)) return { status: "misconfigured" };
  if (!responseCode) return wasDataRequested ? { status: "unclear" } : outcomeWithoutReply(code);
  if (isTransient(responseCode)) return { status: "later", isRateLimit: false };
  if (command === "DATA") return { status: "failed", reason: "refused" };
  // Not allowed to send as this sender, or without signing in: some servers say so only when they hear of the recipient.
  if (command !== "RCPT TO" || notAllowed.test(response)) return { status: "misconfigured" };
  return { status: "failed", reason: "bad_address" };
}

/**
 * 530 and 5.7.0 (RFC 4954, 6), or a relay that refuses us or this sender. Other policies (5.7.1) are also said of one
 * recipient alone, who must not keep everybody's emails waiting.
 */
const notAllowed = /^(530|5\d\d[ -]5\.7\.0)|\brelay|sender address rejected/i;

/** It never got as far as the message: another kind of server answers there, or none. */
function outcomeWithoutReply(code: string | undefined): Outcome {
  return code === "ETLS" || code === "ENOAUTH" ? { status: "misconfigured" } : { status: "later", isRateLimit: false };
}

function wasNotAccepted(attempt: SmtpAttempt): boolean {
  if (attempt.type === "accepted" || attempt.wasDataRequested) return false;
  return ["ECONNECTION", "ESOCKET", "EDNS"].includes(attempt.error.code ?? "") && !attempt.error.responseCode;
}

function isTransient(responseCode: number | undefined): boolean {
  return responseCode !== undefined && responseCode >= 400 && responseCode < 500;
}
