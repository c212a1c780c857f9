import { startFakeGoogle } from "../../fakes/google.ts";
import { startFakeOidc } from "../../fakes/oidc.ts";
import { forwarding } from "./forwarding.ts";
import { freePort } from "./free-port.ts";

export const kindSettings = {
  plain: async () => forwarding,
  /** Public addresses need full-cost password hashes. */
  public: async () => ({
    ...forwarding,
    APP_URL: "https://mila.example.com",
    TRUST_PROXY: "1",
  }),
  /** A dead mail server leaves addresses unverified. */
  connected: async () => ({
    ...(await googleSettings()),
    ...(await oidcSettings()),
    EMAIL_FROM: "Mila <mila@example.com>",
    SMTP_URL: "smtp://127.0.0.1:9",
    TRUST_PROXY: "1",
  }),
} satisfies Record<string, () => Promise<Record<string, string>>>;

export type SharedKind = keyof typeof kindSettings;

/** Each file starts its own fake on this port. */
async function googleSettings(): Promise<Record<string, string>> {
  await using google = await startFakeGoogle({ port: await freePort() });
  return google.settings;
}

async function oidcSettings(): Promise<Record<string, string>> {
  await using oidc = await startFakeOidc({ port: await freePort() });
  return oidc.settings;
}
