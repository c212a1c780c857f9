import { once } from "node:events";
import { createServer } from "node:net";
import { startFakeGoogle } from "../fakes/google.ts";

export const settingsOf = {
  plain: async () => ({}),
  /** Public addresses need full-cost password hashes. */
  public: async () => ({ APP_URL: "https://mila.example.com", TRUST_PROXY: "1" }),
  /** With Google and a dead mail server, so that addresses can be unverified. */
  connected: async () => ({
    ...(await googleSettings()),
    EMAIL_FROM: "Mila <mila@example.com>",
    SMTP_URL: "smtp://127.0.0.1:9",
    TRUST_PROXY: "1",
  }),
} satisfies Record<string, () => Promise<Record<string, string>>>;

export type SharedKind = keyof typeof settingsOf;

/** Each file starts its own fake there. */
async function googleSettings(): Promise<Record<string, string>> {
  await using google = await startFakeGoogle({ port: await freePort() });
  return google.settings;
}

/** Below the system's range, so that it stays free for the next file. */
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
