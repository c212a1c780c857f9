import type { SendMailOptions } from "nodemailer";
import { isOneAddress, type Mailbox, oneLine } from "../mail-address.ts";
import type { EmailMessage, Outcome } from "../sending.ts";
import { retryUntilAccepted } from "../transport/retry-until-accepted.ts";

export interface SmtpServer {
  /** smtp: or smtps:, with user and password where it wants them. */
  url: string;
  from: Mailbox;
}

/** One try: what nodemailer says, and whether the server had asked for the message itself by then. */
type Attempt = { is: "accepted" } | { is: "failed"; error: SmtpError; wasAskedFor: boolean };

interface SmtpError {
  code: string | undefined;
  command: string | undefined;
  responseCode: number | undefined;
  response: string;
}

/**
 * Sends an e-mail; it has the same Message-ID at every try, so that a mail program shows a second copy as the same.
 * SMTP cannot be asked afterwards. Never throws; takes 20 s at most.
 */
export async function sendBySmtp(server: SmtpServer, message: EmailMessage): Promise<Outcome> {
  if (!isOneAddress(message.to)) return { is: "failed", reason: "bad_address" };
  const attempt = await retryUntilAccepted((limitMs) => sendOnce(server, message, limitMs), isAbsent);
  return attempt.is === "accepted" ? { is: "sent", providerId: messageId(server, message) } : meaningOf(attempt);
}

async function sendOnce(server: SmtpServer, message: EmailMessage, limitMs: number): Promise<Attempt> {
  // Takes 50 ms and 30 MB, which those with another provider need not spend.
  const { createTransport } = await import("nodemailer");
  let wasAskedFor = false;
  // Only a signal ends a connection: closing the transport ends none, and a slow server has 10 s for each of its answers.
  const overdue = new AbortController();
  const timers = [3_000, limitMs].map((ms) => setTimeout(() => overdue.abort(), ms));
  const [connecting] = timers;
  const silent = () => undefined;
  // The one place where nodemailer tells how far it has come: 354 is the server's "start mail input" (RFC 5321, 4.2.3).
  const debug = ({ tnx }: { tnx?: string }, text: unknown) => {
    if (tnx === "server" && String(text).startsWith("354")) wasAskedFor = true;
  };
  const info = ({ tnx }: { tnx?: string }) => {
    if (tnx === "network") clearTimeout(connecting);
  };
  const transport = createTransport({
    url: server.url,
    // Until the greeting is there, which some servers hold back for seconds: that there is a server shows in 3 s.
    connectionTimeout: limitMs,
    greetingTimeout: Math.min(10_000, limitMs),
    socketTimeout: Math.min(10_000, limitMs),
    disableFileAccess: true,
    disableUrlAccess: true,
    transactionLog: true,
    logger: { level: silent, trace: silent, info, warn: silent, error: silent, fatal: silent, debug },
  });
  try {
    await transport.sendMail({ ...mailOf(server, message), signal: overdue.signal });
    return { is: "accepted" };
  } catch (error) {
    return { is: "failed", error: readError(error), wasAskedFor };
  } finally {
    timers.forEach((timer) => clearTimeout(timer));
    transport.close();
  }
}

function mailOf(server: SmtpServer, message: EmailMessage): SendMailOptions {
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

function meaningOf({ error, wasAskedFor }: Extract<Attempt, { is: "failed" }>): Outcome {
  const { code, command, responseCode, response } = error;
  if (code === "EAUTH" && !isPassing(responseCode)) return { is: "misconfigured" };
  if (!responseCode) return wasAskedFor ? { is: "unclear" } : withoutAnswer(code);
  if (isPassing(responseCode)) return { is: "later", isRateLimit: false };
  if (command === "DATA") return { is: "failed", reason: "refused" };
  // Not allowed to send as this sender, or not without signing in: some say so only when they hear of the recipient.
  if (command !== "RCPT TO" || notAllowed.test(response)) return { is: "misconfigured" };
  return { is: "failed", reason: "bad_address" };
}

/**
 * 530 and 5.7.0 (RFC 4954, 6), or a relay that says that it is none for us or for this sender. Other policies (5.7.1) are also
 * said of one recipient alone, who must not keep everybody's e-mails waiting.
 */
const notAllowed = /^(530|5\d\d[ -]5\.7\.0)|\brelay|sender address rejected/i;

/** It never got as far as the message: somebody else answers there, or nobody. */
function withoutAnswer(code: string | undefined): Outcome {
  return code === "ETLS" || code === "ENOAUTH" ? { is: "misconfigured" } : { is: "later", isRateLimit: false };
}

function isAbsent(attempt: Attempt): boolean {
  if (attempt.is === "accepted" || attempt.wasAskedFor) return false;
  return ["ECONNECTION", "ESOCKET", "EDNS"].includes(attempt.error.code ?? "") && !attempt.error.responseCode;
}

function isPassing(responseCode: number | undefined): boolean {
  return responseCode !== undefined && responseCode >= 400 && responseCode < 500;
}

function readError(error: unknown): SmtpError {
  const { code, command, responseCode, response } = Object(error);
  return {
    code: typeof code === "string" ? code : undefined,
    command: typeof command === "string" ? command : undefined,
    responseCode: typeof responseCode === "number" ? responseCode : undefined,
    response: typeof response === "string" ? response : "",
  };
}
