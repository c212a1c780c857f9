// A stand-in for a mail server: node tests/fakes/smtp.ts [PORT [FILE]]
// FILE gets a line for each e-mail that was taken. What it is told by (/fake/…) is a server of its own beside it.
import type { AddressInfo, Socket } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { acceptedLog } from "./accepted-log.ts";
import { control } from "./provider-answer.ts";
import { bodyOf, serve } from "./server.ts";
import { newSmtpScript, type SmtpBehaviour } from "./smtp-behaviour.ts";
import { steps } from "./smtp-steps.ts";

export interface FakeSmtp extends AsyncDisposable {
  /** Where it is told how to behave. */
  origin: string;
  /** The settings that lead an instance here. */
  settings: Record<string, string>;
  /** From the next connection on. */
  behave: (behaviour: SmtpBehaviour) => void;
  /** What was taken, oldest first. */
  mails: () => TakenMail[];
  /** How often somebody connected. */
  connections: () => number;
  /** How many are connected now. */
  open: () => number;
}

export interface TakenMail {
  at: number;
  /** Whom the server was told to bring it to, whatever the headers say. */
  recipients: string[];
  email: Email;
}

interface FakeSmtpOptions {
  port?: number;
  acceptedFile?: string | undefined;
}

/** Starts it, on a free port unless told; it wants the user and password of its settings. */
export async function startFakeSmtp({ port = 0, acceptedFile }: FakeSmtpOptions = {}): Promise<FakeSmtp> {
  const script = newSmtpScript();
  const mails: TakenMail[] = [];
  const sockets = new Set<Socket>();
  const log = acceptedLog(acceptedFile);
  let connections = 0;

  async function take(raw: Buffer, recipients: string[]): Promise<void> {
    const email = await PostalMime.parse(raw);
    const at = Date.now();
    mails.push({ at, recipients, email });
    const providerId = email.messageId ?? "";
    const deliveryId = /^<([^@]+)@/.exec(providerId)?.[1] ?? null;
    const text = `${email.subject ?? ""}\n\n${email.text ?? ""}`;
    for (const to of recipients) log({ provider: "smtp", providerId, deliveryId, to, text, at });
  }

  const server = new SMTPServer({
    // Its own certificate is nobody's, and no client would believe it.
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 100,
    ...steps({ script, take, hangUp: (remotePort) => hangUp(sockets, remotePort) }),
  });
  server.on("error", () => undefined);
  server.server.on("connection", (socket: Socket) => {
    connections += 1;
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", () => resolve()));
  const told = await serve(async (request, response) => {
    control(request, response, await bodyOf(request), { script, shown: { mails: () => mails } });
  });
  const address = server.server.address() as AddressInfo;
  return {
    origin: told.origin,
    settings: {
      SMTP_URL: `smtp://mila:fake-smtp-password@127.0.0.1:${address.port}`,
      EMAIL_FROM: "Mila <mila@example.com>",
    },
    behave: script.behave,
    mails: () => mails,
    connections: () => connections,
    open: () => sockets.size,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await told[Symbol.asyncDispose]();
    },
  };
}

function hangUp(sockets: Set<Socket>, remotePort: number): void {
  for (const socket of sockets) if (socket.remotePort === remotePort) socket.destroy();
}

if (import.meta.main) {
  const [, , port = "0", acceptedFile] = process.argv;
  const { settings, origin } = await startFakeSmtp({ port: Number(port), acceptedFile });
  console.log(
    `SMTP_URL=${settings.SMTP_URL} EMAIL_FROM=${JSON.stringify(settings.EMAIL_FROM)} (told at ${origin}/fake/behaviour)`,
  );
}
