import { afterAll, beforeAll, expect, test } from "vitest";
import { decrypt } from "#app/domain/core/encryption.server.ts";
import { readSecrets } from "#app/config/secrets.server.ts";
import { GoogleVisitor } from "../../support/browser/google-visitor.ts";
import { newFamily } from "../../support/product/visitor.ts";
import { dump } from "../security/households/dump.ts";
import { type MilaWithGoogle, sharedMilaWithGoogle } from "../security/sign-in/google-mila.ts";
import { startMilaWithDatabase } from "../security/signed-in.ts";

let shared: MilaWithGoogle;
let google: MilaWithGoogle["google"];
let mila: MilaWithGoogle["mila"];
let people = 0;

beforeAll(async () => {
  shared = await sharedMilaWithGoogle();
  ({ google, mila } = shared);
});

afterAll(() => shared[Symbol.asyncDispose]());

const newVisitor = () => new GoogleVisitor(mila.url, google);
const newAddress = () => `google-${(people += 1)}@example.com`;
const accountOf = (email: string) =>
  mila.db
    .selectFrom("google_accounts")
    .innerJoin("users", "users.id", "google_accounts.user_id")
    .innerJoin("profiles", "profiles.id", "users.id")
    .selectAll()
    .where("google_accounts.email", "=", email)
    .executeTakeFirstOrThrow();
const connectionOf = (userId: string) =>
  mila.db.selectFrom("calendar_connections").selectAll().where("user_id", "=", userId);

/** The sign-in page's message after a redirect. */
async function readMessage(visitor: GoogleVisitor, answer: Response): Promise<string> {
  expect([answer.status, answer.headers.get("location")]).toEqual([
    303,
    expect.stringMatching(/^\/auth(\?|$)/),
  ]);
  return (await visitor.follow(answer)).text();
}

test("the Google request has state, PKCE, the calendar scope and our return address", async () => {
  const url = await newVisitor().start();
  expect(url.origin + url.pathname).toBe(`${google.origin}/o/oauth2/v2/auth`);
  expect(Object.fromEntries(url.searchParams)).toEqual({
    client_id: google.settings.GOOGLE_CLIENT_ID,
    redirect_uri: `${mila.url}/auth/google/callback`,
    response_type: "code",
    scope: "openid email profile https://www.googleapis.com/auth/calendar",
    access_type: "offline",
    include_granted_scopes: "true",
    state: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: "S256",
  });
});

test("a new Google user gets an account with name, zone and household, and sees the dashboard", async () => {
  const [visitor, email] = [newVisitor(), newAddress()];
  const answer = await visitor.signIn(email, { timeZone: "Europe/Berlin" });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/dashboard"]);
  expect((await visitor.get("/dashboard")).status).toBe(200);
  expect(await accountOf(email)).toMatchObject({
    email,
    email_verified_at: expect.any(String),
    password_hash: null,
    first_name: "Nora",
    last_name: "Lind",
    time_zone: "Europe/Berlin",
  });
});

test("a returning Google user is recognized even after their address changed", async () => {
  const [email, other] = [newAddress(), newAddress()];
  const { sub } = google.person(email);
  await newVisitor().signIn(email);
  const { user_id } = await accountOf(email);
  google.person(other, { sub });
  await newVisitor().signIn(other);
  expect(await accountOf(other)).toMatchObject({ user_id, sub });
  expect(
    await mila.db.selectFrom("users").select("email").where("email", "=", other).execute(),
  ).toEqual([]);
});

test("the refresh token is encrypted for its user and survives a sign-in without one", async () => {
  const email = newAddress();
  await newVisitor().signIn(email);
  const [token = ""] = google.refreshTokens().slice(-1);
  await newVisitor().signIn(email);
  const { user_id } = await accountOf(email);
  const { refresh_token } = await connectionOf(user_id).executeTakeFirstOrThrow();
  const key = readSecrets(mila.dataFolder).encryption;
  expect(decrypt(key, refresh_token, user_id)).toBe(token);
  expect(decrypt(key, refresh_token, "somebody else")).toBeNull();
  expect((await dump(mila.db)).join("\n")).not.toContain(token);
});

test("a user who declines the calendar still gets in, and no token is kept", async () => {
  const [visitor, email] = [newVisitor(), newAddress()];
  const answer = await visitor.signIn(email, {}, { declines: "calendar" });
  expect(answer.headers.get("location")).toBe("/dashboard");
  expect((await visitor.get("/dashboard")).status).toBe(200);
  const { user_id, scope } = await accountOf(email);
  expect(scope).toBe("openid email profile");
  expect(await connectionOf(user_id).execute()).toEqual([]);

  await newVisitor().signIn(email);
  expect(await connectionOf(user_id).execute()).toMatchObject([{ email }]);
});

test("cancelling at Google leads to the sign-in page and changes nothing", async () => {
  const visitor = newVisitor();
  const before = await dump(mila.db);
  const answer = await visitor.signIn(newAddress(), { redirectTo: "/family" }, { declines: "all" });
  expect(await readMessage(visitor, answer)).toContain(
    "You didn&#x27;t finish signing in with Google.",
  );
  expect(answer.headers.get("location")).toBe("/auth?redirectTo=%2Ffamily");
  expect(await dump(mila.db)).toEqual(before);
});

test("signing in with Google replaces any session the browser had", async () => {
  const [visitor, family] = [newVisitor(), await newFamily(mila)];
  const before = family.cookie("mila_session") ?? "";
  visitor.setCookie("mila_session", before);
  await visitor.signIn(newAddress());
  expect(visitor.cookie("mila_session")).not.toBe(before);
  const replayed = await fetch(`${mila.url}/dashboard`, {
    headers: { cookie: `mila_session=${before}` },
    redirect: "manual",
  });
  expect(replayed.headers.get("location")).toContain("/auth");
});

test.for([
  ["/family?filter=kids", "/family?filter=kids"],
  ["//evil.example", "/dashboard"],
  ["/\\evil.example", "/dashboard"],
  ["https:evil.example", "/dashboard"],
  ["/dashboard.data", "/dashboard"],
])("going on to %j leads to %s", async ([redirectTo = "", place]) => {
  const answer = await newVisitor().signIn(newAddress(), { redirectTo });
  expect(answer.headers.get("location")).toBe(place);
});

test("Google sign-in cannot bypass invitation-only sign-up", async () => {
  await using closed = await startMilaWithDatabase({ ...google.settings, SIGN_UP: "invited" });
  const [first, second] = [
    new GoogleVisitor(closed.url, google),
    new GoogleVisitor(closed.url, google),
  ];
  expect((await first.signIn(newAddress())).headers.get("location")).toBe("/dashboard");
  expect(await readMessage(second, await second.signIn(newAddress()))).toContain(
    "You need an invitation to sign up here.",
  );
  expect(await closed.db.selectFrom("users").select("id").execute()).toHaveLength(1);
});

test.for([500, 429])(
  "when Google answers %i nobody is signed in and the page says so",
  async (status) => {
    const visitor = newVisitor();
    const back = await visitor.consent(newAddress());
    const before = await dump(mila.db);
    google.fail(status);
    const answer = await visitor.get(back);
    google.fail(200);
    expect(await readMessage(visitor, answer)).toContain("Google isn&#x27;t responding right now.");
    expect(await dump(mila.db)).toEqual(before);
  },
);

test("a user without a password is told how to get one, and deletes the account by typing the address", async () => {
  const [visitor, email] = [newVisitor(), newAddress()];
  await visitor.signIn(email);
  const page = await (await visitor.get("/preferences/account")).text();
  expect(page).toContain("Choose a password");
  expect(page).not.toContain("Change password");
  const remove = (fields: Record<string, string>) =>
    visitor.post("/preferences/account/delete", fields);
  const { user_id } = await accountOf(email);
  const tokens = google.refreshTokens().length;
  const wrong: Record<string, string>[] = [
    { password: "correct horse 7" },
    { email: "" },
    { email: newAddress() },
  ];
  for (const fields of wrong) expect((await remove(fields)).status).toBe(400);
  expect((await remove({ email: email.toUpperCase() })).headers.get("location")).toBe("/auth");
  expect(await connectionOf(user_id).execute()).toEqual([]);
  // Google has forgotten it too.
  await expect.poll(() => google.refreshTokens().length, { timeout: 10_000 }).toBe(tokens - 1);
});

test("an account can be deleted while Google does not respond", async () => {
  const [visitor, email] = [newVisitor(), newAddress()];
  await visitor.signIn(email);
  google.fail(500);
  const answer = await visitor.post("/preferences/account/delete", { email });
  google.fail(200);
  expect(answer.headers.get("location")).toBe("/auth");
});

test("the export names the Google account and its calendar but contains no token", async () => {
  const [visitor, email] = [newVisitor(), newAddress()];
  await visitor.signIn(email);
  const text = await (await visitor.get("/preferences/account/export")).text();
  expect(JSON.parse(text)).toMatchObject({
    google_account: { email },
    google_calendar: { email, calendar_id: "primary" },
  });
  // The account's own tokens are listed, without their secrets.
  expect(text.replace('"access_tokens"', "")).not.toMatch(/token/);
});
