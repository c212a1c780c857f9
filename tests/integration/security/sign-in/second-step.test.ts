import { afterAll, beforeAll, expect, test } from "vitest";
import { readSecrets } from "#app/config/secrets.server.ts";
import { linkToken } from "#app/domain/core/link-token.server.ts";
import { findPasswordMark } from "#app/domain/accounts/credentials/account.server.ts";
import { encrypt } from "#app/domain/core/encryption.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { giveAuthenticator } from "../../../support/browser/authenticator.ts";
import { cookieValue } from "../../../support/product/cookie.ts";
import { newInvitation } from "../../../support/records/family.ts";
import { GoogleVisitor } from "../../../support/browser/google-visitor.ts";
import { newLink } from "../../../support/people/password-reset.ts";
import { signedInFamily } from "../../../support/people/signed-in-family.ts";
import { Visitor } from "../../../support/product/visitor.ts";
import { dump } from "../households/dump.ts";
import { type MilaWithGoogle, sharedMilaWithGoogle } from "./google-mila.ts";
import { signedInFamily as hostFamily } from "../signed-in.ts";
import { addFailures } from "../../../support/records/limit-events.ts";

const password = "correct horse 7";

let shared: MilaWithGoogle;
let google: MilaWithGoogle["google"];
let mila: MilaWithGoogle["mila"];

beforeAll(async () => {
  shared = await sharedMilaWithGoogle();
  ({ google, mila } = shared);
});

afterAll(() => shared[Symbol.asyncDispose]());

async function idOf(email: string): Promise<string> {
  return (
    await mila.db
      .selectFrom("users")
      .select("id")
      .where("email", "=", email)
      .executeTakeFirstOrThrow()
  ).id;
}

async function newNora() {
  const { email } = await signedInFamily(mila);
  await mila.db
    .updateTable("users")
    .set({ email_verified_at: nowIso() })
    .where("email", "=", email)
    .execute();
  return { email, app: await giveAuthenticator(mila, await idOf(email)) };
}

/** After the right password. */
async function atSecondStep(email: string, redirectTo = "/family"): Promise<Visitor> {
  const visitor = new Visitor(mila.url);
  const answer = await visitor.post("/auth", { email, password, redirectTo });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/auth/code"]);
  return visitor;
}

const refused = { status: 400, session: undefined };
const admitted = { status: 303, session: expect.any(String) };

async function enter(visitor: Visitor, code: string) {
  const { status } = await visitor.post("/auth/code", { code });
  return { status, session: visitor.cookie("mila_session") };
}

test("the password alone starts no session", async () => {
  const { email } = await newNora();
  const visitor = await atSecondStep(email);
  expect(visitor.cookie("mila_session")).toBeUndefined();
  expect((await visitor.get("/dashboard")).headers.get("location")).toContain("/auth?redirectTo=");
});

test("a code continues to the page that required signing in, and ends the pending sign-in", async () => {
  const { email, app } = await newNora();
  const visitor = await atSecondStep(email);
  const answer = await visitor.post("/auth/code", { code: app.code(1) });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/family"]);
  expect((await visitor.get("/family")).status).toBe(200);
  expect(visitor.cookie("mila_sign_in")).toBeUndefined();
});

test("a code that someone watched being typed is refused", async () => {
  const { email, app } = await newNora();
  const code = app.code(1);
  expect(await enter(await atSecondStep(email), code)).toEqual(admitted);
  expect(await enter(await atSecondStep(email), code)).toEqual(refused);
});

test("a recovery code signs in once", async () => {
  const { email, app } = await newNora();
  const [code = ""] = app.recoveryCodes;
  expect(await enter(await atSecondStep(email), code)).toEqual(admitted);
  expect(await enter(await atSecondStep(email), code)).toEqual(refused);
});

test("another user's code is refused", async () => {
  const [nora, sam] = [await newNora(), await newNora()];
  expect(await enter(await atSecondStep(nora.email), sam.app.code(1))).toEqual(refused);
});

test("the tenth wrong code is the last for 15 minutes, for every browser but no other account", async () => {
  const [nora, sam] = [await newNora(), await newNora()];
  // As a restart would find them.
  await addFailures(mila.db, { email: nora.email, isCode: true }, 9);
  expect(await enter(await atSecondStep(nora.email), "000000")).toEqual(refused);
  const late = await (
    await atSecondStep(nora.email)
  ).post("/auth/code", { code: nora.app.code(1) });
  expect([late.status, await late.text()]).toEqual([
    429,
    expect.stringContaining("Too many tries"),
  ]);
  expect(await enter(await atSecondStep(sam.email), sam.app.code(1))).toEqual(admitted);
});

test("wrong codes count for the network address like wrong passwords", async () => {
  const { email, app } = await newNora();
  const visitor = await atSecondStep(email);
  await addFailures(mila.db, { ipAddress: "127.0.0.1", isCode: true }, 30);
  const statuses = [
    (await enter(visitor, app.code(1))).status,
    (await visitor.post("/auth", { email, password })).status,
  ];
  await mila.db.deleteFrom("limit_events").execute();
  expect(statuses).toEqual([429, 429]);
});

test("a pending sign-in ends with the password it was made with", async () => {
  const { email, app } = await newNora();
  const visitor = await atSecondStep(email);
  await new Visitor(mila.url).post(await newLink(mila, email), { password: "another horse 8" });
  const answer = await visitor.post("/auth/code", { code: app.code(1) });
  expect([answer.headers.get("location"), visitor.cookie("mila_session")]).toEqual([
    "/auth",
    undefined,
  ]);
});

test("a new password does not remove the second step", async () => {
  const { email } = await newNora();
  const visitor = new Visitor(mila.url);
  const changed = await visitor.post(await newLink(mila, email), { password: "another horse 8" });
  expect(await (await visitor.follow(changed)).text()).toContain(
    "check under Account that you know every app",
  );
  const answer = await new Visitor(mila.url).post("/auth", { email, password: "another horse 8" });
  expect(answer.headers.get("location")).toBe("/auth/code");
});

test("a pending sign-in expires, cannot be forged, and is nothing else", async () => {
  const { email, app } = await newNora();
  const userId = await idOf(email);
  const { encryption } = readSecrets(mila.dataFolder);
  const sealed = (purpose: string, content: object) =>
    cookieValue(encrypt(encryption, JSON.stringify(content), purpose));
  const until = Date.now() + 600_000;
  const passwordMark = await findPasswordMark(mila.db, userId);
  const real = (await atSecondStep(email)).cookie("mila_sign_in") ?? "";
  const tries: [cookie: string, value: string][] = [
    ["mila_sign_in", "none"],
    ["mila_sign_in", cookieValue({ userId, until })],
    ["mila_sign_in", sealed("google-link", { userId, until })],
    ["mila_sign_in", sealed("pending-sign-in", { userId, passwordMark: "none", until })],
    ["mila_sign_in", sealed("pending-sign-in", { userId, passwordMark, until: Date.now() - 1 })],
    ["mila_sign_in", sealed("google-link", { userId, passwordMark, until })],
    ["mila_google_link", real],
    ["mila_session", real],
  ];
  for (const [cookie, value] of tries) {
    const visitor = new Visitor(mila.url);
    visitor.setCookie(cookie, value);
    const answers = [
      await visitor.get("/auth/code"),
      await visitor.post("/auth/code", { code: app.code(1) }),
    ];
    for (const answer of answers)
      expect([cookie, answer.headers.get("location")]).toEqual([cookie, "/auth"]);
    expect((await visitor.get("/dashboard")).status).toBe(303);
  }
});

test("scripts cannot read the pending sign-in, and it lasts 10 minutes", async () => {
  const { email } = await newNora();
  const answer = await new Visitor(mila.url).post("/auth", { email, password });
  const [line = ""] = answer.headers.getSetCookie();
  expect(line.split("; ").slice(1).toSorted()).toEqual([
    "HttpOnly",
    "Max-Age=600",
    "Path=/",
    "SameSite=Lax",
  ]);
  expect(decodeURIComponent(line)).not.toContain(await idOf(email));
});

test("an invitation lets nobody join before the second step", async () => {
  const { email, app } = await newNora();
  const host = await hostFamily(mila.db);
  const { link } = readSecrets(mila.dataFolder);
  const token = linkToken(link, "invitation", await newInvitation(mila.db, host, email));
  const page = `/accept-invitation?token=${token}`;
  const visitor = await atSecondStep(email, page);
  const tried = await visitor.post("/accept-invitation", { token });
  expect(tried.headers.get("location")).toMatch(/^\/auth\?redirectTo=/);
  const entered = await visitor.post("/auth/code", { code: app.code(1) });
  expect(entered.headers.get("location")).toBe(page);
  expect((await visitor.post("/accept-invitation", { token })).headers.get("location")).toBe(
    "/family",
  );
});

test("signing in with Google asks for the code too", async () => {
  const email = `second-step-${process.pid}@example.com`;
  expect((await new GoogleVisitor(mila.url, google).signIn(email)).headers.get("location")).toBe(
    "/dashboard",
  );
  const app = await giveAuthenticator(mila, await idOf(email));
  const visitor = new GoogleVisitor(mila.url, google);
  expect((await visitor.signIn(email)).headers.get("location")).toBe("/auth/code");
  expect(visitor.cookie("mila_session")).toBeUndefined();
  expect(await enter(visitor, app.code(1))).toEqual(admitted);
});

/** What a provider gave an account. */
const grants = async (email: string) => [
  ...(await mila.db
    .selectFrom("google_accounts")
    .select(["sub", "scope"])
    .where("email", "=", email)
    .execute()),
  ...(await mila.db
    .selectFrom("calendar_connections")
    .select("refresh_token")
    .where("email", "=", email)
    .execute()),
];

test("linking Google with the password asks for the code too, and links nothing before it", async () => {
  const { email, app } = await newNora();
  const visitor = new GoogleVisitor(mila.url, google);
  expect((await visitor.signIn(email)).headers.get("location")).toBe("/auth/google/link");
  const before = await dump(mila.db);
  const linked = await visitor.post("/auth/google/link", { password });
  expect([linked.headers.get("location"), visitor.cookie("mila_session")]).toEqual([
    "/auth/code",
    undefined,
  ]);
  expect(await dump(mila.db)).toEqual(before);
  expect(await enter(visitor, "000000")).toEqual(refused);
  expect(await grants(email)).toEqual([]);
  expect(await enter(visitor, app.code(1))).toEqual(admitted);
  expect(await grants(email)).toHaveLength(2);
  expect((await new GoogleVisitor(mila.url, google).signIn(email)).headers.get("location")).toBe(
    "/auth/code",
  );
});

test("what a linked Google account brings is saved after the code, never before it", async () => {
  const email = `granted-${process.pid}@example.com`;
  await new GoogleVisitor(mila.url, google).signIn(email, {}, { declines: "calendar" });
  const app = await giveAuthenticator(mila, await idOf(email));
  const visitor = new GoogleVisitor(mila.url, google);
  const back = await visitor.consent(email);
  const before = await dump(mila.db);
  expect((await visitor.get(back)).headers.get("location")).toBe("/auth/code");
  expect(await dump(mila.db)).toEqual(before);
  expect(await grants(email)).toHaveLength(1);
  expect(await enter(visitor, app.code(1))).toEqual(admitted);
  expect(await grants(email)).toHaveLength(2);
});

const linkTo = (userId: string, email: string) =>
  mila.db
    .insertInto("google_accounts")
    .values({
      sub: google.person(email).sub,
      user_id: userId,
      email,
      scope: "",
      created_at: nowIso(),
    })
    .execute();

test("a Google account that was unlinked before the code signs nobody in", async () => {
  const { email, app } = await newNora();
  await linkTo(await idOf(email), email);
  const visitor = new GoogleVisitor(mila.url, google);
  expect((await visitor.signIn(email)).headers.get("location")).toBe("/auth/code");
  await mila.db.deleteFrom("google_accounts").where("email", "=", email).execute();
  const answer = await visitor.post("/auth/code", { code: app.code(1) });
  expect([answer.headers.get("location"), visitor.cookie("mila_session")]).toEqual([
    "/auth",
    undefined,
  ]);
  expect(await (await visitor.follow(answer)).text()).toContain("has changed meanwhile");
  expect(await grants(email)).toEqual([]);
});

test("a Google account that someone else linked before the code isn't linked again", async () => {
  const { email, app } = await newNora();
  const visitor = new GoogleVisitor(mila.url, google);
  await visitor.signIn(email);
  await visitor.post("/auth/google/link", { password });
  await linkTo(await idOf((await newNora()).email), email);
  const answer = await visitor.post("/auth/code", { code: app.code(1) });
  expect([answer.headers.get("location"), visitor.cookie("mila_session")]).toEqual([
    "/auth",
    undefined,
  ]);
  expect(await grants(email)).toHaveLength(1);
});
