import { afterAll, beforeAll, expect, test } from "vitest";
import { decrypt } from "#app/domain/core/encryption.server.ts";
import { readSecrets } from "#app/config/secrets.server.ts";
import { confirmedLongAgo } from "../../../support/records/long-ago.ts";
import { consentToCalendar } from "../../../support/people/consent-to-calendar.ts";
import { GoogleVisitor } from "../../../support/browser/google-visitor.ts";
import { newFamily, type Visitor } from "../../../support/product/visitor.ts";
import { dump } from "./dump.ts";
import { type MilaWithGoogle, sharedMilaWithGoogle } from "../sign-in/google-mila.ts";

let shared: MilaWithGoogle;
let google: MilaWithGoogle["google"];
let mila: MilaWithGoogle["mila"];
let people = 0;

beforeAll(async () => {
  shared = await sharedMilaWithGoogle();
  ({ google, mila } = shared);
});

afterAll(() => shared[Symbol.asyncDispose]());

const newAddress = () => `calendar-${(people += 1)}@example.com`;
const userIdOf = async (email: string) =>
  (
    await mila.db
      .selectFrom("users")
      .select("id")
      .where("email", "=", email)
      .executeTakeFirstOrThrow()
  ).id;
const connections = async (email: string) => {
  const userId = await userIdOf(email);
  return mila.db
    .selectFrom("calendar_connections")
    .selectAll()
    .where("user_id", "=", userId)
    .execute();
};
const goAndComeBack = (visitor: Visitor, email: string, how = {}) =>
  consentToCalendar(mila, google, visitor, email, how);
/** Goes to Google and back. Returns the final page's message. */
const connect = async (visitor: Visitor, email: string, how = {}) =>
  (await visitor.follow(await visitor.get(await goAndComeBack(visitor, email, how)))).text();

test("the Google request has state, PKCE, a new consent and our return address", async () => {
  const family = await newFamily(mila);
  const going = await family.post("/preferences/calendar/connect");
  const url = new URL(going.headers.get("location") ?? "");
  expect([going.status, url.origin + url.pathname]).toEqual([
    303,
    `${google.origin}/o/oauth2/v2/auth`,
  ]);
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    redirect_uri: `${mila.url}/preferences/calendar/callback`,
    scope: "openid email profile https://www.googleapis.com/auth/calendar",
    access_type: "offline",
    prompt: "consent",
    state: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: "S256",
  });
});

test("the first connection takes the password again, because from then on all tasks go there", async () => {
  const [family, email] = [await newFamily(mila), newAddress()];
  await confirmedLongAgo(mila.db, family.email);
  const asked = await family.post("/preferences/calendar/connect");
  const toConfirm = "/auth/confirm?redirectTo=%2Fpreferences%2Fcalendar";
  expect([asked.status, asked.headers.get("location")]).toEqual([303, toConfirm]);
  await family.post(toConfirm, {
    password: "correct horse 7",
    redirectTo: "/preferences/calendar",
  });
  expect(await connect(family, email)).toContain("Google Calendar connected");
  await confirmedLongAgo(mila.db, family.email);
  const again = await family.post("/preferences/calendar/connect");
  expect(again.headers.get("location")).toContain(`${google.origin}/o/oauth2/v2/auth?`);
});

test("connecting keeps an encrypted token and cannot sign anyone in", async () => {
  const [family, email] = [await newFamily(mila), newAddress()];
  expect(await connect(family, email)).toContain("Google Calendar connected");
  const [connection] = await connections(family.email);
  const key = readSecrets(mila.dataFolder).encryption;
  const token = decrypt(key, connection?.refresh_token ?? "", connection?.user_id ?? "");
  expect(google.refreshTokens()).toContain(token);
  expect((await dump(mila.db)).join("\n")).not.toContain(token);
  const links = mila.db.selectFrom("google_accounts").select("sub").where("email", "=", email);
  expect(await links.execute()).toEqual([]);
  // That Google account's owner gets a separate account.
  const stranger = new GoogleVisitor(mila.url, google);
  await stranger.signIn(email);
  expect(await userIdOf(email)).not.toBe(connection?.user_id);
});

test("returning without a state, with another's, twice or signed out is refused", async () => {
  const [family, attacker, email] = [await newFamily(mila), await newFamily(mila), newAddress()];
  const signedOut = await newFamily(mila);
  await signedOut.post("/sign-out");
  const [back, theirs] = [
    await goAndComeBack(family, email),
    await goAndComeBack(attacker, newAddress()),
  ];
  const before = await dump(mila.db);
  for (const path of [back.replace(/state=[^&]*/, ""), theirs, "/preferences/calendar/callback"]) {
    const answer = await family.get(path);
    expect([answer.status, await answer.text()]).toEqual([
      400,
      expect.stringContaining("That didn&#x27;t work"),
    ]);
  }
  // With one user's cookie, and another's session or none.
  for (const visitor of [attacker, signedOut]) {
    const path = await goAndComeBack(family, email);
    visitor.setCookie("mila_google", family.cookie("mila_google") ?? "");
    expect((await visitor.get(path)).status).toBe(400);
  }
  expect(await dump(mila.db)).toEqual(before);
  const again = await goAndComeBack(family, email);
  const cookie = family.cookie("mila_google") ?? "";
  expect((await family.get(again)).status).toBe(303);
  family.setCookie("mila_google", cookie);
  expect((await family.get(again)).status).toBe(400);
});

test("the return addresses of connecting and signing in are not interchangeable", async () => {
  const [family, visitor] = [await newFamily(mila), new GoogleVisitor(mila.url, google)];
  const back = await goAndComeBack(family, newAddress());
  const wrongDoor = await family.get(
    back.replace("/preferences/calendar/callback", "/auth/google/callback"),
  );
  expect(wrongDoor.status).toBe(400);
  const other = await visitor.consent(newAddress());
  expect(
    (await visitor.get(other.replace("/auth/google/callback", "/preferences/calendar/callback")))
      .status,
  ).toBe(400);
  expect(visitor.cookie("mila_session")).toBeUndefined();
});

test("a Google account connected to another user is refused and stays theirs", async () => {
  const [family, other, email, signsIn] = [
    await newFamily(mila),
    await newFamily(mila),
    newAddress(),
    newAddress(),
  ];
  await connect(other, email);
  await new GoogleVisitor(mila.url, google).signIn(signsIn, {}, { declines: "calendar" });
  for (const taken of [email, signsIn])
    expect(await connect(family, taken)).toContain("Someone else here uses that Google account");
  expect(await connections(family.email)).toEqual([]);
  const [{ refresh_token = "", user_id = "" } = {}] = await connections(other.email);
  const token = decrypt(readSecrets(mila.dataFolder).encryption, refresh_token, user_id);
  expect(google.refreshTokens()).toContain(token);
});

test("a different account than the connected one is refused, and its grant is revoked", async () => {
  const [family, email] = [await newFamily(mila), newAddress()];
  await connect(family, email);
  const tokens = google.refreshTokens();
  expect(await connect(family, newAddress())).toContain("connected to a different Google account");
  expect(google.refreshTokens()).toEqual(tokens);
  expect(await connections(family.email)).toMatchObject([{ email }]);
});

test("declining the calendar or everything is reported, and nothing is kept", async () => {
  const family = await newFamily(mila);
  expect(await connect(family, newAddress(), { declines: "calendar" })).toContain(
    "Mila needs access to your calendar",
  );
  expect(await connect(family, newAddress(), { declines: "all" })).toContain(
    "You didn&#x27;t finish connecting at Google, so nothing was changed.",
  );
  const unverified = newAddress();
  google.person(unverified, { isVerified: false });
  expect(await connect(family, unverified)).toContain(
    "Google hasn&#x27;t verified this email address yet.",
  );
  const back = await goAndComeBack(family, newAddress());
  google.fail(500);
  const answer = await family.follow(await family.get(back));
  google.fail(200);
  expect(await answer.text()).toContain("Google isn&#x27;t responding right now.");
  expect(await connections(family.email)).toEqual([]);
});

test("connecting again repairs a revoked grant", async () => {
  const [family, email] = [await newFamily(mila), newAddress()];
  await connect(family, email);
  await mila.db
    .updateTable("calendar_connections")
    .set({ problem: "grant_gone" })
    .where("email", "=", email)
    .execute();
  expect(await (await family.get("/preferences/calendar")).text()).toContain(
    "Mila can no longer access your Google Calendar.",
  );
  expect(await connect(family, email)).not.toContain(
    "Mila can no longer access your Google Calendar.",
  );
  expect(await connections(family.email)).toMatchObject([{ email, problem: null }]);
});

test("disconnecting revokes the grant at Google, and forgets it even when Google does not respond", async () => {
  const [family, email] = [await newFamily(mila), newAddress()];
  await connect(family, email);
  const before = google.refreshTokens().length;
  const page = await family.follow(await family.post("/preferences/calendar/disconnect"));
  expect(await page.text()).toContain("Google Calendar disconnected");
  expect([google.refreshTokens().length, await connections(family.email)]).toEqual([
    before - 1,
    [],
  ]);
  await connect(family, email);
  google.fail(500);
  const afterError = await family.follow(await family.post("/preferences/calendar/disconnect"));
  google.fail(200);
  expect(await afterError.text()).toContain("Google isn&#x27;t responding");
  expect(await connections(family.email)).toEqual([]);
});

test("taking over an account does not give access to the previous owner's calendar", async () => {
  const squatter = await newFamily(mila);
  await connect(squatter, newAddress());
  const { id } = await mila.db
    .selectFrom("users")
    .select("id")
    .where("email", "=", squatter.email)
    .executeTakeFirstOrThrow();
  await mila.db
    .updateTable("users")
    .set({ email_verified_at: null })
    .where("id", "=", id)
    .execute();
  await new GoogleVisitor(mila.url, google).signIn(squatter.email);
  expect(await connections(squatter.email)).toMatchObject([{ sub: `sub-${squatter.email}` }]);
});
