import type { SendMailOptions } from "nodemailer";

export type SmtpAttempt = { type: "accepted" } | { type: "failed"; error: SmtpError; wasDataRequested: boolean };

interface SmtpError {
  code: string | undefined;
  command: string | undefined;
  responseCode: number | undefined;
  response: string;
}

const connectTimeoutMs = 3_000;
const responseTimeoutMs = 10_000;

export async function sendOnce(url: string, mail: SendMailOptions, timeoutMs: number): Promise<SmtpAttempt> {
  // Loaded on first use: it takes 50 ms and 30 MB.
  const { createTransport } = await import("nodemailer");
  let wasDataRequested = false;
  // Only a signal ends a connection: closing the transport does not.
  const overdue = new AbortController();
  const timers = [connectTimeoutMs, timeoutMs].map((ms) => setTimeout(() => overdue.abort(), ms));
  const [connecting] = timers;
  const silent = () => undefined;
  // Nodemailer reports progress only here. 354 means "start mail input" (RFC 5321, 4.2.3).
  const debug = ({ tnx }: { tnx?: string }, text: unknown) => {
    if (tnx === "server" && String(text).startsWith("354")) wasDataRequested = true;
  };
  const info = ({ tnx }: { tnx?: string }) => {
    if (tnx === "network") clearTimeout(connecting);
  };
  const transport = createTransport({
    url,
    // Nodemailer counts this until the greeting, which some servers delay. connectTimeoutMs limits connecting.
    connectionTimeout: timeoutMs,
    greetingTimeout: Math.min(responseTimeoutMs, timeoutMs),
    socketTimeout: Math.min(responseTimeoutMs, timeoutMs),
    disableFileAccess: true,
    disableUrlAccess: true,
    transactionLog: true,
    logger: { level: silent, trace: silent, info, warn: silent, error: silent, fatal: silent, debug },
  });
  try {
    await transport.sendMail({ ...mail, signal: overdue.signal });
    return { type: "accepted" };
  } catch (error) {
    return { type: "failed", error: readError(error), wasDataRequested };
  } finally {
    timers.forEach((timer) => clearTimeout(timer));
    transport.close();
  }
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
