import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { readGoogleClient } from "#app/services/google/client.server.ts";
import { exchangeCode } from "#app/services/google/sign-in.server.ts";
import { authorizationUrl } from "#app/services/oidc/sign-in.server.ts";
import { askModel } from "#app/services/openai/model.server.ts";
import { readSettings } from "#app/config/env.server.ts";
import { selfSigned } from "../../fakes/self-signed.ts";
import { startFakeSmtp } from "../../fakes/smtp.ts";
import { listen } from "./listen.ts";
import { newEmail, newEntry, newNotification, newText, providersBy } from "./messages.ts";

/** Whoever sits on the way can answer for a provider, but not with its certificate. */
async function startImpostor() {
  const seen = { isAsked: false, requests: 0 };
  const server = createServer(selfSigned, (_request, response) => {
    seen.requests += 1;
    response.end("{}");
  });
  server.on("connection", () => (seen.isAsked = true));
  const { port, ...closing } = await listen(server);
  return { seen, base: `https://localhost:${port}`, ...closing };
}

const google = { GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "secret" };
const redirectUri = "https://mila.example.com/auth/google/callback";

/** Each way to reach a provider over https. */
const ways: [name: string, reach: (base: string) => Promise<unknown>][] = [
  [
    "Twilio",
    (base) =>
      providersBy({
        TWILIO_ACCOUNT_SID: `AC${"0".repeat(32)}`,
        TWILIO_AUTH_TOKEN: "token",
        TWILIO_SMS_FROM: "+15550100000",
        TWILIO_BASE_URL: base,
      }).send(newText()),
  ],
  [
    "Postmark",
    (base) =>
      providersBy({
        EMAIL_FROM: "mila@example.com",
        POSTMARK_SERVER_TOKEN: "token",
        POSTMARK_BASE_URL: base,
      }).send(newEmail()),
  ],
  [
    "Google's calendar",
    (base) => providersBy({ ...google, GOOGLE_BASE_URL: base }).send(newEntry("1//token")),
  ],
  [
    "Google's sign-in",
    (base) =>
      exchangeCode(readGoogleClient(readSettings({ ...google, GOOGLE_BASE_URL: base }))!, {
        code: "4/code",
        verifier: "verifier",
        redirectUri,
      }),
  ],
  ["ntfy", (base) => providersBy({ NTFY_URL: base }).send(newNotification())],
  [
    "Telegram",
    (base) =>
      providersBy({
        TELEGRAM_BOT_TOKEN: `123456789:${"A".repeat(35)}`,
        TELEGRAM_BASE_URL: base,
      }).send(newNotification({ channel: "telegram", to: "1" })),
  ],
  [
    "an identity provider",
    (base) =>
      authorizationUrl(
        { issuer: base, clientId: "mila", clientSecret: "secret", name: "Home" },
        { redirectUri, state: "state", nonce: "nonce", verifier: "verifier" },
      ),
  ],
  [
    "the model",
    (base) =>
      askModel(
        { name: "gpt", apiKey: "sk-key", baseUrl: `${base}/v1` },
        {
          instructions: "Read this.",
          material: "Call grandma",
          answerSchema: { name: "answer", schema: {} },
        },
      ),
  ],
];

test.concurrent.for(ways)(
  "%s with a certificate that nobody vouches for gets nothing",
  async ([, reach]) => {
    await using impostor = await startImpostor();
    await reach(impostor.base);
    expect(impostor.seen).toEqual({ isAsked: true, requests: 0 });
  },
);

/** A mail server that takes everything over any connection. */
async function startMailServer(options: SMTPServerOptions) {
  const taken: string[] = [];
  const server = new SMTPServer({
    ...selfSigned,
    ...options,
    disableReverseLookup: true,
    onAuth: ({ username }, _session, done) => {
      taken.push("a password");
      done(null, { user: username });
    },
    onData: (stream, _session, done) => {
      taken.push("an email");
      stream.resume().once("end", () => done());
    },
  });
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  return {
    taken,
    port,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

const sendBy = (scheme: string, port: number) =>
  providersBy({
    SMTP_URL: `${scheme}://mila:secret@localhost:${port}`,
    EMAIL_FROM: "mila@example.com",
  }).send(newEmail());

test.concurrent.for([
  ["smtps", { secure: true }],
  ["smtp", { secure: false }],
] as const)(
  "mail over %s:// goes to no server that offers encryption with such a certificate",
  async ([scheme, how]) => {
    await using server = await startMailServer(how);
    expect(await sendBy(scheme, server.port)).not.toMatchObject({ status: "sent" });
    expect(server.taken).toEqual([]);
  },
);

test.concurrent("smtps:// insists on encryption, and smtp:// does without where the server offers none", async () => {
  await using smtp = await startFakeSmtp();
  const { settings } = smtp;
  const secure = { ...settings, SMTP_URL: settings["SMTP_URL"]?.replace("smtp:", "smtps:") ?? "" };
  expect(await providersBy(secure).send(newEmail())).not.toMatchObject({ status: "sent" });
  expect(smtp.mails()).toEqual([]);
  expect(await providersBy(settings).send(newEmail())).toMatchObject({ status: "sent" });
});
