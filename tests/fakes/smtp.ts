// A fake mail server: node tests/fakes/smtp.ts [PORT [FILE]]
// FILE gets a line for each accepted email. A second server takes the commands (/fake/…).
import type { AddressInfo, Socket } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";
import { acceptedLog } from "./accepted-log.ts";
import { control } from "./provider-answer.ts";
import { bodyOf, serve } from "./server.ts";
import { newSmtpScript, type SmtpBehaviour } from "./smtp/behaviour.ts";
import { steps } from "./smtp/steps.ts";

export interface FakeSmtp extends AsyncDisposable {
  /** The address for commands. */
  origin: string;
  /** Settings that point an instance here. */
  settings: Record<string, string>;
  behave: (behaviour: SmtpBehaviour) => void;
  /** Lists the oldest first. */
  mails: () => AcceptedMail[];
  connections: () => number;
  /** Counts the open connections. */
  open: () => number;
}

export interface AcceptedMail {
  at: number;
  /** The envelope's recipients, whatever the headers say. */
  recipients: string[];
  email: Email;
}

interface FakeSmtpOptions {
  port?: number;
  acceptedFile?: string | undefined;
}

/** Starts the fake. It requires the user and password of its settings. */
export async function startFakeSmtp({
  port = 0,
  acceptedFile,
}: FakeSmtpOptions = {}): Promise<FakeSmtp> {
  const script = newSmtpScript();
  const mails: AcceptedMail[] = [];
  const sockets = new Set<Socket>();
  const log = acceptedLog(acceptedFile);
  let connections = 0;
  let most = 0;

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
    // No client would trust its self-signed certificate.
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
    most = Math.max(most, sockets.size);
    socket.once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", () => resolve()));
  const commands = await serve(async (request, response) => {
    control(request, response, await bodyOf(request), {
      script,
      shown: { mails: () => mails, maxConnections: () => most },
    });
  });
  const address = server.server.address() as AddressInfo;
  return {
    origin: commands.origin,
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
      await commands[Symbol.asyncDispose]();
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
    `SMTP_URL=${settings.SMTP_URL} EMAIL_FROM=${JSON.stringify(settings.EMAIL_FROM)} (commands at ${origin}/fake/behaviour)`,
  );
}
