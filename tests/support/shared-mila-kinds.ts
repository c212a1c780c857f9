import { once } from "node:events";
import { createServer } from "node:net";
import { startFakeGoogle } from "../fakes/google.ts";

/** How a shared Mila is set up: one kind for what many files need. */
export const settingsOf = {
  plain: async () => ({}),
  /** At a public address, where passwords have their real cost. */
  public: async () => ({ APP_URL: "https://mila.example.com", TRUST_PROXY: "1" }),
  /** With Google, and with email that goes nowhere: an address can be unverified. */
  connected: async () => ({
    ...(await googleSettings()),
    EMAIL_FROM: "Mila <mila@example.com>",
    SMTP_URL: "smtp://127.0.0.1:9",
    TRUST_PROXY: "1",
  }),
} satisfies Record<string, () => Promise<Record<string, string>>>;

export type SharedKind = keyof typeof settingsOf;

/** Each file starts a stand-in of its own there. */
async function googleSettings(): Promise<Record<string, string>> {
  await using google = await startFakeGoogle({ port: await freePort() });
  return google.settings;
}

/** One below those that the system hands out, so that it is free for the next file too. */
async function freePort(): Promise<number> {
  const port = 20_000 + Math.floor(Math.random() * 10_000);
  const server = createServer();
  const isFree = once(server, "listening").then(
    () => true,
    () => false,
  );
  server.listen(port, "127.0.0.1");
  if (!(await isFree)) return freePort();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
