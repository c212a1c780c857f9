import { encrypt } from "#app/domain/core/encryption.server.ts";
import { readSecrets } from "#app/config/secrets.server.ts";
import { cookieValue } from "../product/cookie.ts";
import type { HasData } from "../product/mila.ts";

/**
 * Returns the cookie of someone who came back from their identity provider with a password
 * account's address.
 */
export function oidcLinkCookie(mila: HasData, email: string) {
  const identity = {
    issuer: "https://auth.example.com",
    sub: "1",
    email,
    firstName: null,
    lastName: null,
  };
  const pending = { identity, redirectTo: "/dashboard", until: Date.now() + 600_000 };
  const encrypted = encrypt(
    readSecrets(mila.dataFolder).encryption,
    JSON.stringify(pending),
    "oidc-link",
  );
  return { name: "mila_oidc_link", value: cookieValue(encrypted) };
}
