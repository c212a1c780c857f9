import { encrypt } from "#app/domain/core/encryption.server.ts";
import { readSecrets } from "#app/config/secrets.server.ts";
import { cookieValue } from "../product/cookie.ts";
import type { HasData } from "../product/mila.ts";

/** Returns the cookie of someone who came back from Google with a password account's address. */
export function googleLinkCookie(mila: HasData, email: string) {
  const identity = {
    sub: `sub-${email}`,
    email,
    firstName: null,
    lastName: null,
    scope: "openid",
    refreshToken: null,
  };
  const pending = { identity, redirectTo: "/dashboard", until: Date.now() + 600_000 };
  const encrypted = encrypt(
    readSecrets(mila.dataFolder).encryption,
    JSON.stringify(pending),
    "google-link",
  );
  return { name: "mila_google_link", value: cookieValue(encrypted), url: mila.url };
}
