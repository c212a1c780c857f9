import { afterAll, beforeAll, expect, test } from "vitest";
import { deleteEveryone, setOwner } from "../../../support/people/owner.ts";
import { rawPost, rawRequest } from "../../../support/product/raw-request.ts";
import { type SharedMila, sharedMila } from "../../../support/product/shared-mila.ts";
import { newFamily, Visitor } from "../../../support/product/visitor.ts";
import { insertRecord } from "./insert-record.ts";
import { type SignedInFamily, signedInFamily, startMilaWithDatabase } from "../signed-in.ts";

const page = "/preferences/instance";
const password = "correct horse 7";

let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

const get = (path: string, { cookie }: { cookie: string }) =>
  rawRequest(mila.url, path, { headers: { cookie } });
const statusOf = async (path: string, family: SignedInFamily) => (await get(path, family)).status;
const ownerEmail = async () =>
  (await mila.db.selectFrom("users").select("email").where("is_owner", "=", 1).executeTakeFirst())
    ?.email;
const idOf = async (email: string) =>
  (
    await mila.db
      .selectFrom("users")
      .select("id")
      .where("email", "=", email)
      .executeTakeFirstOrThrow()
  ).id;

test("only Mila's owner can see how it is set up", async () => {
  await using own = await startMilaWithDatabase({
    SMTP_URL: "smtp://u:p4ssw0rd@127.0.0.1:1",
    EMAIL_FROM: "m@example.com",
  });
  const [owner, other] = [await signedInFamily(own.db), await signedInFamily(own.db)];
  await setOwner(own.db, "id", owner.userId);
  const read = (path: string, { cookie }: SignedInFamily) =>
    rawRequest(own.url, path, { headers: { cookie } });
  const shown = await read(page, owner);
  expect([shown.status, shown.text]).toEqual([
    200,
    expect.stringContaining("Sent by your mail server from m@example.com."),
  ]);
  expect(shown.text).not.toContain("p4ssw0rd");
  expect((await read("/preferences", owner)).text).toContain(`href="${page}"`);
  for (const path of [page, `${page}.data`]) {
    const answer = await read(path, other);
    expect([answer.status, answer.text.includes("mail server")]).toEqual([404, false]);
  }
  expect((await read("/preferences", other)).text).not.toContain(page);
  expect((await rawPost(own.url, page, {}, { cookie: owner.cookie })).status).toBe(405);
});

test("the first to sign up becomes the owner, and being the oldest account does not", async () => {
  await deleteEveryone(mila.db);
  const [first, second] = [await newFamily(mila), await newFamily(mila)];
  expect((await first.get(page)).status).toBe(200);
  expect((await second.get(page)).status).toBe(404);
  await mila.db
    .updateTable("users")
    .set({ created_at: "2000" })
    .where("email", "=", second.email)
    .execute();
  expect([(await first.get(page)).status, (await second.get(page)).status]).toEqual([200, 404]);
  await mila.db.deleteFrom("users").where("email", "=", first.email).execute();
  expect((await second.get(page)).status).toBe(404);
});

const pages = ["", "/accounts", "/activity", "/deliveries"].map((path) => page + path);

test("nobody else can open the owner's pages or change an account", async () => {
  const [owner, stranger] = [await signedInFamily(mila.db), await signedInFamily(mila.db)];
  const { id } = await insertRecord(mila, owner, "account");
  for (const path of [...pages, `${page}/accounts/${id}/reset-link`]) {
    expect([path, await statusOf(path, owner), await statusOf(path, stranger)]).toEqual([
      path,
      200,
      404,
    ]);
  }
  const before = await mila.db.selectFrom("users").selectAll().execute();
  for (const change of [
    "reset-link",
    "end-sessions",
    "turn-off-two-step",
    "make-owner",
    "delete",
  ]) {
    const path = `${page}/accounts/${id}/${change}`;
    expect((await rawPost(mila.url, path, {}, { cookie: stranger.cookie })).status).toBe(404);
  }
  expect(await mila.db.selectFrom("users").selectAll().execute()).toEqual(before);
  expect(
    await mila.db.selectFrom("password_resets").selectAll().where("user_id", "=", id).execute(),
  ).toEqual([]);
});

test("nobody else can send a message again or cancel it", async () => {
  const [owner, stranger] = [await signedInFamily(mila.db), await signedInFamily(mila.db)];
  const stateOf = async (id: string) =>
    (await mila.db.selectFrom("deliveries").select("state").where("id", "=", id).executeTakeFirst())
      ?.state;
  for (const [record, change, before, after] of [
    ["delivery", "cancel", "ready", ["cancelled"]],
    // The worker may have taken it already, and cancels it because it has no number.
    ["failedDelivery", "try-again", "failed", ["ready", "cancelled"]],
  ] as const) {
    const { id } = await insertRecord(mila, owner, record);
    const path = `${page}/deliveries/${id}/${change}`;
    expect((await rawPost(mila.url, path, {}, { cookie: stranger.cookie })).status).toBe(404);
    expect([change, await stateOf(id)]).toEqual([change, before]);
    await rawPost(mila.url, path, {}, { cookie: owner.cookie });
    expect(after).toContain(await stateOf(id));
  }
});

test("owners cannot lock themselves out by changing their own account there", async () => {
  const owner = await signedInFamily(mila.db);
  await setOwner(mila.db, "id", owner.userId);
  for (const change of [
    "reset-link",
    "end-sessions",
    "turn-off-two-step",
    "make-owner",
    "delete",
  ]) {
    const path = `${page}/accounts/${owner.userId}/${change}`;
    expect((await rawPost(mila.url, path, {}, { cookie: owner.cookie })).status).toBe(404);
  }
  expect(await statusOf(page, owner)).toBe(200);
});

test("a link that the owner makes leads to APP_URL, whatever Host asks for it", async () => {
  await using behindProxy = await sharedMila("public");
  const owner = await signedInFamily(behindProxy.db, "__Host-mila_session");
  const { id } = await insertRecord(behindProxy, owner, "account");
  const path = `${page}/accounts/${id}/reset-link`;
  const headers = { cookie: owner.cookie, host: "evil.example" };
  const made = await rawPost(behindProxy.url, path, {}, { ...headers, origin: behindProxy.origin });
  const cookie = String(made.headers["set-cookie"]).split(";")[0] ?? "";
  const read = (cookies: string) =>
    rawRequest(behindProxy.url, path, { headers: { ...headers, cookie: cookies } });
  const shown = (await read(`${owner.cookie}; ${cookie}`)).text;
  expect(shown).toContain(`value="${behindProxy.origin}/auth/reset?token=`);
  expect(shown).not.toContain("I guessed where you open Mila");
  expect((await read(owner.cookie)).text).not.toContain("/auth/reset?token=");
  expect(await behindProxy.log()).not.toMatch(/token=/);
});

test("a link that the owner makes is shown once, on the page of its account", async () => {
  const owner = await signedInFamily(mila.db);
  const [first, second] = [
    await insertRecord(mila, owner, "account"),
    await insertRecord(mila, owner, "account"),
  ];
  const asOwner = new Visitor(mila.url);
  asOwner.setCookie("mila_session", owner.cookie.split("=").slice(1).join("="));
  const pathOf = ({ id }: { id: string }) => `${page}/accounts/${id}/reset-link`;
  const shows = async (account: { id: string }) =>
    (await (await asOwner.get(pathOf(account))).text()).includes("/auth/reset?token=");
  await asOwner.post(pathOf(first));
  expect([await shows(second), await shows(first), await shows(first)]).toEqual([
    false,
    true,
    false,
  ]);
});

test("the owner cannot leave others behind without an owner unless they say so", async () => {
  await deleteEveryone(mila.db);
  const [owner, other] = [await newFamily(mila), await newFamily(mila)];
  const deletion = "/preferences/account/delete";
  expect(await (await owner.get(deletion)).text()).toContain("make someone else the owner");
  expect(await (await other.get(deletion)).text()).not.toContain("make someone else the owner");
  const refused = await owner.post(deletion, { password });
  expect([refused.status, await refused.text()]).toEqual([
    409,
    expect.stringContaining("Hand Mila over first, or check this box"),
  ]);
  expect(await ownerEmail()).toBe(owner.email);

  expect(
    (await owner.post(deletion, { password, leaveNoOwner: "on" })).headers.get("location"),
  ).toBe("/auth");
  expect(await ownerEmail()).toBeUndefined();
  const third = await newFamily(mila);
  expect((await third.get(page)).status).toBe(404);
});

test("an owner who has handed over, or uses it alone, can delete the account", async () => {
  await deleteEveryone(mila.db);
  const [owner, heir] = [await newFamily(mila), await newFamily(mila)];
  const handedOver = await owner.post(`${page}/accounts/${await idOf(heir.email)}/make-owner`);
  expect(handedOver.headers.get("location")).toBe("/preferences");
  expect([(await owner.get(page)).status, (await heir.get(page)).status]).toEqual([404, 200]);
  for (const leaver of [owner, heir]) {
    expect((await leaver.post("/preferences/account/delete", { password })).status).toBe(303);
  }
  const next = await newFamily(mila);
  expect((await next.get(page)).status).toBe(200);
});

test("an owner-made link proves no address and signs nobody in", async () => {
  await using connected = await sharedMila("connected");
  const owner = await signedInFamily(connected.db);
  await setOwner(connected.db, "id", owner.userId);
  const family = await newFamily(connected);
  const users = connected.db
    .selectFrom("users")
    .select(["id", "email_verified_at"])
    .where("email", "=", family.email);
  const { id } = await users.executeTakeFirstOrThrow();
  const asOwner = new Visitor(connected.url);
  asOwner.setCookie("mila_session", owner.cookie.split("=").slice(1).join("="));
  const made = await asOwner.follow(await asOwner.post(`${page}/accounts/${id}/reset-link`));
  const path = /\/auth\/reset\?token=[\w.-]+/.exec(await made.text())?.[0] ?? "";
  const visitor = new Visitor(connected.url);
  expect((await visitor.post(path, { password: "another horse 8" })).headers.get("location")).toBe(
    "/auth",
  );
  expect(visitor.cookie("mila_session")).toBeUndefined();
  expect(await users.executeTakeFirstOrThrow()).toEqual({ id, email_verified_at: null });
  expect((await family.get("/dashboard")).status).toBe(303);
});
