import { connect } from "node:net";
import { Readable } from "node:stream";
import type { SendMailOptions, Transporter, SMTPTransportOptions } from "nodemailer";
import type { BeforeData } from "../sending.ts";

const connectTimeoutMs = 3_000;

const [smtpPort, smtpsPort] = [587, 465];

type GetSocket = NonNullable<SMTPTransportOptions["getSocket"]>;

export type SmtpAttempt =
  | { type: "accepted" }
  | { type: "failed"; error: SmtpError; wasDataBegun: boolean };

interface SmtpError {
  code: string | undefined;
  command: string | undefined;
  responseCode: number | undefined;
  response: string;
}

export interface SmtpPool {
  send: (mail: SendMailOptions, timeoutMs: number, beforeData: BeforeData) => Promise<SmtpAttempt>;
}

/** The number of open connections, and so of messages that a crash leaves in doubt. */
export const smtpConnections = 3;

/** Keeps connections open, because connecting and signing in take longer than most emails. */
export function createSmtpPool(url: string): SmtpPool {
  const dataGates = new WeakMap<AbortSignal, BeforeData>();
  let loading: Promise<Transporter> | undefined;
  return {
    async send(mail, timeoutMs, beforeData) {
      const transport = await (loading ??= createTransporter(url, dataGates));
      // Only a signal ends an attempt: a server that is slow at each step stays within every other
      // limit.
      const overdue = new AbortController();
      const timer = setTimeout(() => overdue.abort(), timeoutMs);
      let wasDataBegun = false;
      dataGates.set(overdue.signal, async () => {
        await beforeData();
        wasDataBegun = true;
      });
      try {
        await transport.sendMail({ ...mail, signal: overdue.signal });
        return { type: "accepted" };
      } catch (error) {
        return { type: "failed", error: readError(error), wasDataBegun };
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

/** Nodemailer's own limit for connecting includes the greeting, which some servers delay. */
const connectInTime: GetSocket = ({ host = "localhost", port, secure }, done) => {
  const socket = connect({ host, port: Number(port) || (secure ? smtpsPort : smtpPort) });
  const timer = setTimeout(
    () => socket.destroy(codedError("ETIMEDOUT", "Connecting took too long")),
    connectTimeoutMs,
  );
  socket.once("close", () => clearTimeout(timer));
  const fail = ({ code, message }: NodeJS.ErrnoException) =>
    done(codedError(code === "ETIMEDOUT" ? code : "ESOCKET", message));
  socket.once("error", fail).once("connect", () => {
    clearTimeout(timer);
    socket.off("error", fail);
    done(null, { connection: socket });
  });
};

/** Servers keep idle connections for 10 s or more. */
const idleTimeoutMs = 5_000;

const responseTimeoutMs = 10_000;

const totalTimeoutMs = 20_000;

async function createTransporter(url: string, dataGates: WeakMap<AbortSignal, BeforeData>) {
  // Loaded on first use: it takes 50 ms and 30 MB.
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: smtpConnections,
    maxMessages: Infinity,
    // Our own retries know whether the message may have gone out.
    maxRequeues: 0,
    idleTimeout: idleTimeoutMs,
    getSocket: connectInTime,
    connectionTimeout: totalTimeoutMs,
    greetingTimeout: responseTimeoutMs,
    socketTimeout: responseTimeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  transport.use("stream", (mail, done) => {
    const beforeData = mail.data.signal && dataGates.get(mail.data.signal as AbortSignal);
    mail.message?.processFunc((message) =>
      Readable.from(passAfter(beforeData, message), { objectMode: false }),
    );
    done();
  });
  return transport;
}

/**
 * Passes the message on when Nodemailer reads it, which it does once the server has asked for it
 * (RFC 5321, 4.2.3: 354).
 */
async function* passAfter(
  beforeData: BeforeData | undefined,
  message: Readable,
): AsyncGenerator<Buffer> {
  await beforeData?.();
  yield* message;
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

function codedError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
