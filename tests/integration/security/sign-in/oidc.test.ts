import { afterAll, beforeAll, expect, test } from "vitest";
import { nowIso } from "#app/domain/core/time.ts";
import { giveAuthenticator } from "../../../support/browser/authenticator.ts";
import { rawRequest } from "../../../support/product/raw-request.ts";
import { signedInFamily } from "../../../support/people/signed-in-family.ts";
import { Visitor } from "../../../support/product/visitor.ts";
import { dump } from "../households/dump.ts";
import {
  type MilaWithOidc,
  newOidcAddress as newAddress,
  sharedMilaWithOidc,
} from "./oidc-mila.ts";

const password = "correct horse 7";

let shared: MilaWithOidc;
let mila: MilaWithOidc["mila"];
let oidc: MilaWithOidc["oidc"];

beforeAll(async () => {
  shared = await sharedMilaWithOidc();
  ({ mila, oidc } = shared);
});

afterAll(() => shared[Symbol.asyncDispose]());

/** Returns the sign-in page's message after a refusal that changed nothing. */
async function refusalOf(email: string): Promise<string> {
  const visitor = new Visitor(mila.url);
  const back = await shared.consent(visitor, email);
  const before = await dump(mila.db);
  const answer = await visitor.get(back);
  expect([answer.headers.get("location"), visitor.cookie("mila_session")]).toEqual([
    "/auth",
    undefined,
  ]);
  expect(await dump(mila.db)).toEqual(before);
  return (await visitor.follow(answer)).text();
}

test("the request has state, nonce, PKCE and our return address", async () => {
  const url = new URL(await shared.start(new Visitor(mila.url)));
  expect(url.origin + url.pathname).toBe(`${mila.settings.OIDC_ISSUER}/auth`);
  expect(Object.fromEntries(url.searchParams)).toEqual({
    client_id: "mila",
    redirect_uri: `${mila.url}/auth/oidc/callback`,
    response_type: "code",
    scope: "openid email profile",
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: "S256",
  });
});

test("a new user gets an account and returns to the page that required signing in, as does a known one", async () => {
  const email = newAddress();
  const first = await shared.signIn(email, { redirectTo: "/family", timeZone: "Europe/Berlin" });
  expect(first.location).toBe("/family");
  expect((await first.visitor.get("/family")).status).toBe(200);
  const user = await shared.userOf(email);
  expect(user).toMatchObject({ password_hash: null, email_verified_at: expect.any(String) });
  expect((await shared.signIn(email)).location).toBe("/dashboard");
  expect(
    await mila.db
      .selectFrom("oidc_accounts")
      .select("sub")
      .where("user_id", "=", user?.id ?? "")
      .execute(),
  ).toEqual([{ sub: `sub-${email}` }]);
});

test("the account is the provider's id, never the address", async () => {
  const [email, moved] = [newAddress(), newAddress()];
  await shared.signIn(email);
  oidc.person(moved, { sub: `sub-${email}` });
  expect((await shared.signIn(moved)).location).toBe("/dashboard");
  expect(await shared.userOf(moved)).toBeUndefined();
  oidc.person(email, { sub: "somebody-else" });
  expect(await refusalOf(email)).toContain("is linked to a different account at Family login");
});

test("the same id at a former provider is somebody else", async () => {
  const [email, former] = [newAddress(), newAddress()];
  await shared.signIn(former);
  const elsewhere = { issuer: "https://former.example", sub: `sub-${email}` };
  await mila.db.updateTable("oidc_accounts").set(elsewhere).where("email", "=", former).execute();
  await shared.signIn(email);
  expect(await shared.userOf(email)).toBeDefined();
});

test("an address that is unverified, or of which nothing is said, is refused", async () => {
  for (const isVerified of [false, undefined]) {
    const email = newAddress();
    oidc.person(email, { isVerified });
    expect(await refusalOf(email)).toContain(
      "Family login hasn&#x27;t verified your email address.",
    );
  }
});

test("an address that the signed id lacks is asked for", async () => {
  const email = newAddress();
  oidc.person(email, { isAddressInToken: false });
  expect((await shared.signIn(email)).location).toBe("/dashboard");
  expect(await shared.userOf(email)).toBeDefined();
});

test.for([
  ["another nonce", { claims: { nonce: "another" } }],
  ["another audience", { claims: { aud: "somebody-else" } }],
  ["another issuer", { claims: { iss: "https://evil.example" } }],
  ["an expired id", { claims: { exp: 1 } }],
  ["another key", { hasForeignKey: true }],
] as const)("%s is refused", async ([, lie]) => {
  oidc.lie(lie);
  try {
    expect(await refusalOf(newAddress())).toContain(
      "Family login couldn&#x27;t confirm it&#x27;s you.",
    );
  } finally {
    oidc.lie();
  }
});

test("returning without a state, with another's, to another browser or twice is refused", async () => {
  const [visitor, stranger] = [new Visitor(mila.url), new Visitor(mila.url)];
  const back = await shared.consent(visitor, newAddress());
  await shared.start(stranger);
  const before = await dump(mila.db);
  const tries = [
    back.replace(/state=[^&]*/, ""),
    back.replace(/state=[^&]*/, "state=wrong"),
    "/auth/oidc/callback",
  ];
  for (const path of tries) expect((await visitor.get(path)).status).toBe(400);
  expect((await stranger.get(back)).status).toBe(400);
  expect(await dump(mila.db)).toEqual(before);
  const cookie = visitor.cookie("mila_oidc") ?? "";
  expect((await visitor.get(back)).headers.get("location")).toBe("/dashboard");
  const again = new Visitor(mila.url);
  again.setCookie("mila_oidc", cookie);
  expect((await again.get(back)).status).toBe(400);
});

test("a stolen code is useless because PKCE and the nonce bind it to its browser", async () => {
  const [attacker, victim] = [new Visitor(mila.url), new Visitor(mila.url)];
  const theirs =
    new URL(await shared.consent(victim, newAddress()), mila.url).searchParams.get("code") ?? "";
  const ours = await shared.consent(attacker, newAddress());
  await attacker.get(ours.replace(/code=[^&]*/, `code=${theirs}`));
  expect(attacker.cookie("mila_session")).toBeUndefined();
});

test("someone who declines, and a provider that is down, are told so", async () => {
  const visitor = new Visitor(mila.url);
  const back = (
    await oidc.consent(await shared.start(visitor), newAddress(), { declines: true })
  ).replace(mila.url, "");
  expect(await (await visitor.follow(await visitor.get(back))).text()).toContain(
    "You didn&#x27;t finish signing in",
  );
  oidc.fail(503);
  try {
    expect(await refusalOf(newAddress())).toContain(
      "Family login isn&#x27;t responding right now.",
    );
  } finally {
    oidc.fail(200);
  }
});

test("an account whose address was never confirmed goes to whom the provider confirms", async () => {
  const squatter = await signedInFamily(mila);
  const { visitor, answer } = await shared.signIn(squatter.email);
  expect(await (await visitor.follow(answer)).text()).toContain("I removed their password");
  expect(await shared.userOf(squatter.email)).toMatchObject({ password_hash: null });
  expect((await squatter.get("/dashboard")).headers.get("location")).toContain("/auth");
});

test("an account with a confirmed address requires its password, and then its second step", async () => {
  const { email } = await signedInFamily(mila);
  await mila.db
    .updateTable("users")
    .set({ email_verified_at: nowIso() })
    .where("email", "=", email)
    .execute();
  const user = await shared.userOf(email);
  const app = await giveAuthenticator(mila, user?.id ?? "");
  const { visitor, location } = await shared.signIn(email, { redirectTo: "/family" });
  expect(location).toBe("/auth/oidc/link");
  expect(await (await visitor.get("/auth/oidc/link")).text()).toContain("Family login<!-- --> too");
  expect((await visitor.post("/auth/oidc/link", { password: "wrong horse 8" })).status).toBe(400);
  const accounts = mila.db.selectFrom("oidc_accounts").select("sub").where("email", "=", email);
  const linked = await visitor.post("/auth/oidc/link", { password });
  expect(await accounts.execute()).toEqual([]);
  expect([linked.headers.get("location"), visitor.cookie("mila_session")]).toEqual([
    "/auth/code",
    undefined,
  ]);
  const entered = await visitor.post("/auth/code", { code: app.code(1) });
  expect(entered.headers.get("location")).toBe("/family");
  expect(await accounts.execute()).toHaveLength(1);
  expect((await shared.signIn(email)).location).toBe("/auth/code");
});

test("someone who signed up with Google, without a password, is sent back there", async () => {
  const email = newAddress();
  await shared.signIn(email);
  await mila.db
    .updateTable("oidc_accounts")
    .set({ issuer: "https://former.example" })
    .where("email", "=", email)
    .execute();
  expect(await refusalOf(email)).toContain("Please log in the way you did before");
});

test("the page offers it by its name and may send its form there", async () => {
  const { text, headers } = await rawRequest(mila.url, "/auth");
  expect(text).toContain("Continue with Family login");
  expect(headers["content-security-policy"]).toMatch(
    new RegExp(`form-action 'self' [^;]*${oidc.origin}(;|$)`),
  );
});

test("scripts cannot read the cookie, which holds the verifier encrypted", async () => {
  const answer = await new Visitor(mila.url).post("/auth/oidc");
  const [cookie = ""] = answer.headers.getSetCookie();
  expect(cookie.split("; ").slice(1).toSorted()).toEqual([
    "HttpOnly",
    "Max-Age=600",
    "Path=/",
    "SameSite=Lax",
  ]);
  expect(atob(decodeURIComponent(cookie.split(/[=;]/)[1] ?? ""))).not.toContain("verifier");
});
