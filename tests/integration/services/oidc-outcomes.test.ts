import { expect, test } from "vitest";
import {
  authorizationUrl,
  exchangeOidcCode,
  type OidcRequest,
} from "#app/services/oidc/sign-in.server.ts";
import type { OidcProvider } from "#app/services/oidc/settings.server.ts";
import { type FakeOidc, startFakeOidc } from "../../fakes/oidc.ts";

const email = "nora@example.com";
const request: OidcRequest = {
  redirectUri: "http://127.0.0.1:1/auth/oidc/callback",
  state: "s".repeat(43),
  nonce: "n".repeat(43),
  verifier: "v".repeat(43),
};

function providerAt({ settings }: Pick<FakeOidc, "settings">): OidcProvider {
  const { OIDC_ISSUER: issuer = "", OIDC_CLIENT_SECRET: clientSecret = "" } = settings;
  return { issuer, clientId: "mila", clientSecret, name: "Family login" };
}

test.for<[what: string, upset: (oidc: FakeOidc) => void, type: string]>([
  ["500 for its description", (oidc) => oidc.fail(500, "description"), "unanswered"],
  ["429 for its description", (oidc) => oidc.fail(429, "description"), "unanswered"],
  ["404 for its description", (oidc) => oidc.fail(404, "description"), "misconfigured"],
  [
    "another issuer's description",
    (oidc) => oidc.describe({ issuer: "https://evil.example" }),
    "misconfigured",
  ],
  [
    "a sign-in page at another origin, where our pages may send no form",
    (oidc) => oidc.describe({ authorization_endpoint: "https://evil.example/auth" }),
    "misconfigured",
  ],
])("%s sends nobody there", async ([, upset, type]) => {
  await using oidc = await startFakeOidc();
  upset(oidc);
  expect(await authorizationUrl(providerAt(oidc), request)).toMatchObject({ type });
});

test("an absent provider is unanswered, and asked again", async () => {
  const first = await startFakeOidc();
  const provider = providerAt(first);
  await first[Symbol.asyncDispose]();
  expect(await authorizationUrl(provider, request)).toEqual({ type: "unanswered" });
  await using _second = await startFakeOidc({ port: Number(new URL(first.origin).port) });
  expect(await authorizationUrl(provider, request)).toMatchObject({ type: "answered" });
});

/** Returns the query that the provider adds to the callback. */
async function consent(oidc: FakeOidc, provider: OidcProvider): Promise<URLSearchParams> {
  const started = await authorizationUrl(provider, request);
  if (started.type !== "answered") throw new Error(started.type);
  return new URL(await oidc.consent(started.value, email)).searchParams;
}

test.for<[what: string, upset: (oidc: FakeOidc, back: URLSearchParams) => void, type: string]>([
  ["500 for the tokens", (oidc) => oidc.fail(500, "token"), "unanswered"],
  ["429 for the tokens", (oidc) => oidc.fail(429, "token"), "unanswered"],
  ["400 for the tokens", (oidc) => oidc.fail(400, "token"), "refused"],
  ["500 for the keys", (oidc) => oidc.fail(500, "keys"), "unanswered"],
  ["500 for the address", (oidc) => oidc.fail(500, "userinfo"), "unanswered"],
  [
    "an answer from another issuer (RFC 9207)",
    (_, back) => back.set("iss", "https://evil.example"),
    "refused",
  ],
  ["an answer that hides its issuer", (_, back) => back.delete("iss"), "refused"],
  ["another state", (_, back) => back.set("state", "another"), "refused"],
  ["a code that was used before", (_, back) => back.set("code", "none"), "refused"],
  ["no address", (oidc) => oidc.lie({ claims: { email: "none" } }), "misconfigured"],
])("%s signs nobody in", async ([, upset, type]) => {
  await using oidc = await startFakeOidc();
  const provider = providerAt(oidc);
  oidc.person(email, { isAddressInToken: false });
  const back = await consent(oidc, provider);
  upset(oidc, back);
  expect(await exchangeOidcCode(provider, `?${back}`, request)).toMatchObject({ type });
});

test.for(["state", "nonce", "verifier"] as const)(
  "another browser's %s signs nobody in",
  async (name) => {
    await using oidc = await startFakeOidc();
    const provider = providerAt(oidc);
    const back = await consent(oidc, provider);
    const other = { ...request, [name]: "x".repeat(43) };
    expect(await exchangeOidcCode(provider, `?${back}`, other)).toMatchObject({ type: "refused" });
  },
);
