import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { earlierBy, laterBy, nowIso } from "#app/domain/core/time.ts";
import { rawPost, rawRequest } from "../../../support/product/raw-request.ts";
import { type SharedMila, sharedMila } from "../../../support/product/shared-mila.ts";
import { newFamily, Visitor } from "../../../support/product/visitor.ts";
import { dump } from "../households/dump.ts";
import { signedInFamily } from "../signed-in.ts";

const password = "correct horse 7";
const toSignIn = "/auth?redirectTo=%2Fdashboard";

let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

test("on plain http scripts and other sites cannot use the session cookie", async () => {
  const { email } = await newFamily(mila);
  const answer = await rawPost(mila.url, "/auth", { email, password });
  const cookies = [answer.headers["set-cookie"] ?? []].flat();
  expect(cookies.map((cookie) => cookie.split("=")[0])).toEqual(["mila_session", "mila_last_user"]);
  for (const cookie of cookies) {
    expect(cookie.split("; ").slice(1).toSorted()).toEqual([
      "HttpOnly",
      "Max-Age=5184000",
      "Path=/",
      "SameSite=Lax",
    ]);
  }
  expect(cookies[0]).toMatch(/^mila_session=\w{40,}/);
});

test("the cookie that names the last user lets nobody in", async () => {
  const { email } = await newFamily(mila);
  const answer = await rawPost(mila.url, "/auth", { email, password });
  const cookie = String(answer.headers["set-cookie"]?.[1]).split(";")[0] ?? "";
  expect(cookie).toMatch(/^mila_last_user=/);
  expect((await rawRequest(mila.url, "/dashboard", { headers: { cookie } })).status).toBe(303);
});

test("on https the session cookie is sent encrypted only, and no other host can set it", async () => {
  await using behindProxy = await sharedMila("public");
  const { email } = await newFamily(behindProxy);
  const signedIn = await rawPost(behindProxy.url, "/auth", { email, password });
  const [cookie = ""] = signedIn.headers["set-cookie"] ?? [];
  expect(cookie).toMatch(/^__Host-mila_session=\w{40,}/);
  const flags = ["HttpOnly", "Max-Age=5184000", "Path=/", "SameSite=Lax", "Secure"];
  expect(cookie.split("; ").slice(1).toSorted()).toEqual(flags);
  const headers = { cookie: cookie.split(";")[0] ?? "" };
  expect((await rawRequest(behindProxy.url, "/dashboard", { headers })).status).toBe(200);
  const signedOut = await rawPost(behindProxy.url, "/sign-out", {}, headers);
  expect(String(signedOut.headers["set-cookie"])).toMatch(
    /^__Host-mila_session=;.*Max-Age=0.*Path=\/.*Secure/,
  );
  const withPlainName = { cookie: headers.cookie.replace("__Host-", "") };
  expect((await rawRequest(behindProxy.url, "/dashboard", { headers: withPlainName })).status).toBe(
    303,
  );
});

test("on https every cookie is sent encrypted only, and no other host can set it", async () => {
  await using behindProxy = await sharedMila("public");
  const { cookie } = await signedInFamily(behindProxy.db, "__Host-mila_session");
  const answers = [
    await rawPost(behindProxy.url, "/theme", { theme: "dark" }, { cookie }),
    await rawPost(behindProxy.url, "/dashboard", { text: "Buy milk" }, { cookie }),
    await rawPost(behindProxy.url, "/sign-out", {}, { cookie }),
  ];
  const lines = answers.flatMap(({ headers }) => headers["set-cookie"] ?? []);
  const names = lines.map((line) => line.split("=")[0]).toSorted();
  expect(names).toEqual([
    "__Host-mila_last_user",
    "__Host-mila_session",
    "__Host-mila_theme",
    "__Host-mila_toast",
  ]);
  for (const line of lines) expect(line).toContain("; Secure");
});

test("signing in ends the previous session and creates a new one", async () => {
  const visitor = await newFamily(mila);
  const first = visitor.cookie("mila_session");
  await visitor.post("/auth", { email: visitor.email, password });
  const second = visitor.cookie("mila_session");
  expect(second).not.toBe(first);
  expect((await visitor.get("/dashboard")).status).toBe(200);
  visitor.setCookie("mila_session", first ?? "");
  expect((await visitor.get("/dashboard")).headers.get("location")).toBe(toSignIn);
});

test("a session id chosen by someone else is not accepted", async () => {
  const { email } = await newFamily(mila);
  const chosen = Buffer.from(JSON.stringify("chosen-by-somebody-else")).toString("base64");
  const victim = new Visitor(mila.url);
  victim.setCookie("mila_session", chosen);
  await victim.post("/auth", { email, password });
  expect(victim.cookie("mila_session")).not.toBe(chosen);
  const attacker = new Visitor(mila.url);
  attacker.setCookie("mila_session", chosen);
  expect((await attacker.get("/dashboard")).status).toBe(303);
});

test("a session replayed after signing out leads to the sign-in page", async () => {
  const visitor = await newFamily(mila);
  const token = visitor.cookie("mila_session") ?? "";
  const elsewhere = await newFamily(mila);
  await visitor.post("/sign-out");
  expect(visitor.cookie("mila_session")).toBeUndefined();
  visitor.setCookie("mila_session", token);
  expect((await visitor.get("/dashboard")).headers.get("location")).toBe(toSignIn);
  expect(
    (await visitor.post("/dashboard", { text: "Buy milk" })).headers.get("location"),
  ).toContain("/auth?");
  expect((await elsewhere.get("/dashboard")).status).toBe(200);
});

test.for([
  ["idle for 14 days", { last_used_at: -14 * 24 * 60 - 1 }, 303],
  ["idle for a minute less than 14 days", { last_used_at: -14 * 24 * 60 + 1 }, 200],
  ["60 days old, however busy", { created_at: -60 * 24 * 60 - 1 }, 303],
  ["a minute less than 60 days old", { created_at: -60 * 24 * 60 + 1 }, 200],
] as const)("a session %s: %o", async ([, minutes, status]) => {
  const family = await signedInFamily(mila.db);
  const moved = Object.fromEntries(
    Object.entries(minutes).map(([column, by]) => [column, laterBy(nowIso(), { minutes: by })]),
  );
  await mila.db.updateTable("sessions").set(moved).where("user_id", "=", family.userId).execute();
  const answer = await rawRequest(mila.url, "/dashboard", { headers: { cookie: family.cookie } });
  expect(answer.status).toBe(status);
});

test("using a session extends it", async () => {
  const family = await signedInFamily(mila.db);
  const yesterday = earlierBy(nowIso(), { hours: 24 });
  const ofFamily = mila.db
    .selectFrom("sessions")
    .select("last_used_at")
    .where("user_id", "=", family.userId);
  await mila.db
    .updateTable("sessions")
    .set({ last_used_at: yesterday })
    .where("user_id", "=", family.userId)
    .execute();
  await rawRequest(mila.url, "/dashboard", { headers: { cookie: family.cookie } });
  expect((await ofFamily.executeTakeFirstOrThrow()).last_used_at > yesterday).toBe(true);
});

test("the database stores only a session's hash", async () => {
  const visitor = await newFamily(mila);
  const token: string = JSON.parse(
    Buffer.from(visitor.cookie("mila_session") ?? "", "base64").toString(),
  );
  const rows = (await dump(mila.db)).join("\n");
  expect(rows).not.toContain(token);
  expect(rows).toContain(createHash("sha256").update(token).digest("hex"));
});

// The dashboard itself: `tests/integration/server/unchanged-pages.test.ts`.
test("caches keep no page of a signed-in user", async () => {
  const { cookie } = await signedInFamily(mila.db);
  for (const path of ["/family", "/dashboard.data", "/", "/no-such-page", "/auth"]) {
    const { headers } = await rawRequest(mila.url, path, { headers: { cookie } });
    expect([path, headers["cache-control"]]).toEqual([path, "no-store"]);
  }
});
