import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { leaveHousehold } from "#app/domain/lifecycle/leave-household.server.ts";
import { claimRequest } from "#app/domain/tokens/kept-answers.server.ts";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import { type Bearer, newBearer, newSecret } from "../../../support/api/bearer.ts";
import { apiClient } from "../../../support/api/client.ts";
import { newPartner } from "../../../support/records/family.ts";
import { rawRequest } from "../../../support/product/raw-request.ts";
import { type SharedMila, sharedMila } from "../../../support/product/shared-mila.ts";
import { signedInFamily } from "../signed-in.ts";

let mila: SharedMila;
let nora: Bearer;
/** Each test has a network of its own, because guesses are counted by network. */
let network: string;

beforeAll(async () => {
  mila = await sharedMila("connected");
});

beforeEach(async () => {
  nora = await newBearer(mila);
  network = `2001:db8:${randomBytes(2).toString("hex")}:${randomBytes(2).toString("hex")}::1`;
});

afterAll(() => mila[Symbol.asyncDispose]());

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  secret?: string | null;
}

async function send(path: string, { method = "GET", headers = {}, body, secret }: Sent = {}) {
  const bearer = secret === undefined ? nora.secret : secret;
  const answer = await fetch(`${mila.url}/api/v1${path}`, {
    method,
    headers: {
      "X-Forwarded-For": network,
      ...(bearer !== null && { Authorization: `Bearer ${bearer}` }),
      ...headers,
    },
    ...(body !== undefined && { body }),
  });
  const text = await answer.text();
  const isProblem = answer.headers.get("Content-Type") === "application/problem+json";
  return {
    status: answer.status,
    headers: answer.headers,
    code: isProblem ? (JSON.parse(text) as { code: string }).code : null,
    text,
  };
}

const json = { "Content-Type": "application/json" };
const post = (path: string, body: object, headers: Record<string, string> = {}, sent: Sent = {}) =>
  send(path, {
    method: "POST",
    headers: { ...json, ...headers },
    body: JSON.stringify(body),
    ...sent,
  });

test("only a token lets a program in; a session's cookie does not", async () => {
  const { cookie } = await signedInFamily(mila.db);
  for (const [secret, headers] of [
    [null, {}],
    [null, { Cookie: cookie }],
    [`mila_${"A".repeat(43)}`, {}],
    ["nonsense", {}],
  ] as const) {
    const answer = await send("/tasks", { secret, headers });
    expect([answer.status, answer.code]).toEqual([401, "unauthorized"]);
    expect(answer.headers.get("WWW-Authenticate")).toMatch(/^Bearer realm="Mila"/);
  }
  const basic = await send("/tasks", {
    secret: null,
    headers: { Authorization: `Basic ${btoa(`x:${nora.secret}`)}` },
  });
  expect(basic.status).toBe(401);
});

test("a token counts nowhere else", async () => {
  const headers = { Authorization: `Bearer ${nora.secret}` };
  for (const path of ["/dashboard", "/preferences/account", "/preferences/data", "/events"]) {
    const answer = await rawRequest(mila.url, path, { headers });
    expect([path, answer.status]).toEqual([path, path === "/events" ? 204 : 303]);
  }
  const call = await fetch(`${mila.url}/api/parse-task`, { method: "POST", headers, body: "{}" });
  expect(call.status).toBe(401);
});

test("a token does what it may, and no more", async () => {
  const secretFor = (access: "read" | "write" | "ask") => newSecret(mila.db, nora, access);
  const [read, write] = [await secretFor("read"), await secretFor("write")];
  const statuses = async (secret: string) => [
    (await send("/tasks", { secret })).status,
    (await post("/tasks", { title: "X" }, {}, { secret })).status,
    (await post("/tasks/none/delegate", { person_id: "x" }, {}, { secret })).status,
  ];
  expect(await statuses(read)).toEqual([200, 403, 403]);
  expect(await statuses(write)).toEqual([200, 201, 403]);
  expect(await statuses(nora.secret)).toEqual([200, 201, 404]);
  const refused = await post("/tasks", { title: "X" }, {}, { secret: read });
  expect(refused.code).toBe("forbidden");
  expect(refused.headers.get("WWW-Authenticate")).toContain('scope="write"');
});

test("any site may ask with a token, without credentials", async () => {
  const origin = { Origin: "https://elsewhere.example", "Sec-Fetch-Site": "cross-site" };
  const answer = await post("/tasks", { title: "X" }, origin);
  expect(answer.status).toBe(201);
  expect(answer.headers.get("Access-Control-Allow-Origin")).toBe("*");
  expect(answer.headers.get("Access-Control-Allow-Credentials")).toBeNull();
  const preflight = await send("/tasks", {
    method: "OPTIONS",
    secret: null,
    headers: { ...origin, "Access-Control-Request-Method": "PATCH" },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get("Access-Control-Allow-Methods")).toContain("PATCH");
  expect(preflight.headers.get("Access-Control-Allow-Headers")).toContain("Authorization");
  expect(preflight.headers.get("Set-Cookie")).toBeNull();
});

test("every other path still refuses other sites and methods", async () => {
  for (const method of ["PATCH", "DELETE", "PUT"])
    expect((await fetch(`${mila.url}/tasks/x`, { method })).status).toBe(405);
  for (const path of ["/api/v1x", "/api/v2/tasks", "/api/parse-task"]) {
    const answer = await fetch(`${mila.url}${path}`, {
      method: "POST",
      headers: { Origin: "https://elsewhere.example" },
    });
    expect(answer.status).toBe(403);
  }
});

test("what can't be read is said as a problem", async () => {
  const cases: [string, Sent, number, string][] = [
    ["/nothing", {}, 404, "not_found"],
    ["/tasks/%E0%A4%A", {}, 404, "not_found"],
    ["/tasks", { method: "PUT" }, 405, "method_not_allowed"],
    ["", { method: "POST" }, 404, "not_found"],
    ["/tasks", { method: "POST", headers: json, body: "{" }, 400, "bad_request"],
    ["/tasks", { method: "POST", headers: json, body: "[]" }, 422, "invalid"],
    ["/tasks", { method: "POST", body: "text=x" }, 415, "unsupported_type"],
    ["/tasks", { method: "POST", headers: json }, 422, "invalid"],
    ["/tasks?limit=0", {}, 400, "bad_request"],
    ["/tasks?limit=201", {}, 400, "bad_request"],
    ["/tasks?limit=1&limit=2", {}, 400, "bad_request"],
    ["/tasks?cursor=abc", {}, 400, "bad_request"],
    ["/tasks?color=red", {}, 400, "bad_request"],
  ];
  for (const [path, sent, status, code] of cases) {
    const answer = await send(path, sent);
    expect([path, answer.status, answer.code]).toEqual([path, status, code]);
    expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
  }
  const put = await send("/tasks", { method: "PUT" });
  expect(put.headers.get("Allow")).toBe("GET, POST, OPTIONS");
});

test("extra fields are refused, and change nothing", async () => {
  const extra = { title: "X", household_id: "x", user_id: "x", id: "x", is_completed: true };
  const answer = await post("/tasks", extra);
  expect(answer.status).toBe(422);
  expect(answer.text).toContain("There is no such field.");
  for (const body of ['{"title":"X","__proto__":{"is_completed":true}}', '{"constructor":{}}'])
    expect((await send("/tasks", { method: "POST", headers: json, body })).status).toBe(422);
});

test("a body of more than 1 MB is refused, also in chunks and before it is read", async () => {
  const long = JSON.stringify({ text: "x".repeat(1024 * 1024) });
  const sent = await post("/tasks", { text: "x".repeat(1024 * 1024) });
  expect([sent.status, sent.code]).toEqual([413, "too_large"]);
  const chunked = await fetch(`${mila.url}/api/v1/tasks`, {
    method: "POST",
    headers: { ...json, Authorization: `Bearer ${nora.secret}` },
    body: new Blob([long]).stream(),
    duplex: "half",
  } as RequestInit).catch(() => null);
  expect([413, undefined]).toContain(chunked?.status);
  const within = await post("/tasks", { title: "X", description: "y".repeat(300_000) });
  expect(within.status).toBe(422);
});

test("a POST with a key is done once, and answered again with the same words", async () => {
  const key = { "Idempotency-Key": "one" };
  const first = await post("/tasks", { text: "buy stamps" }, key);
  const again = await post("/tasks", { text: "buy stamps" }, key);
  expect([again.status, again.text]).toEqual([201, first.text]);
  expect(again.headers.get("Location")).toBe(first.headers.get("Location"));
  expect([first, again].map(({ headers }) => headers.get("Idempotent-Replayed"))).toEqual([
    null,
    "true",
  ]);
  expect((await post("/tasks", { text: "buy milk" }, key)).status).toBe(422);
  expect((await post("/tasks", { text: "x" }, { "Idempotency-Key": "" })).status).toBe(400);
  const others = await newBearer(mila);
  const elsewhere = await post("/tasks", { text: "buy stamps" }, key, { secret: others.secret });
  expect(elsewhere.text).not.toBe(first.text);
  const tasks = await mila.db
    .selectFrom("tasks")
    .select("id")
    .where("household_id", "=", nora.householdId)
    .execute();
  expect(tasks).toHaveLength(1);
  const failed = { "Idempotency-Key": "two" };
  expect((await post("/tasks", { title: "" }, failed)).status).toBe(422);
  expect((await post("/tasks", { title: "X" }, failed)).status).toBe(201);
});

test("a key answers nothing of a household that the person has left since", async () => {
  const sam = await newPartner(mila.db, nora);
  const body = { text: "buy stamps" };
  const key = { "Idempotency-Key": "moved" };
  const first = await post("/tasks", body, key, { secret: await newSecret(mila.db, sam) });
  expect(first.status).toBe(201);
  const { id: place } = await mila.db
    .selectFrom("household_members")
    .select("id")
    .where("user_id", "=", sam.userId)
    .executeTakeFirstOrThrow();
  await leaveHousehold(mila.db, sam, place);
  const secret = await newSecret(mila.db, sam);
  const again = await post("/tasks", body, key, { secret });
  expect([again.status, again.code, again.headers.get("Idempotent-Replayed")]).toEqual([
    422,
    "invalid",
    null,
  ]);
  const other = await post("/tasks", body, { "Idempotency-Key": "new" }, { secret });
  expect(other.status).toBe(201);
  const rows = await mila.db
    .selectFrom("tasks")
    .select("household_id")
    .where("user_id", "=", sam.userId)
    .execute();
  expect(rows.map(({ household_id }) => household_id === nora.householdId)).toEqual([false]);
});

test("many at once with one key add one task", async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, () =>
      post("/tasks", { text: "buy stamps" }, { "Idempotency-Key": "race" }),
    ),
  );
  expect(answers.filter(({ status }) => ![201, 409].includes(status))).toEqual([]);
  const tasks = mila.db.selectFrom("tasks").select("id");
  expect(await tasks.where("household_id", "=", nora.householdId).execute()).toHaveLength(1);
});

test("a request under way waits, and one that was cut off is done again, once", async () => {
  const sent = { "Idempotency-Key": "cut" };
  const content = `post /api/v1/tasks\n${nora.householdId}\n{"text":"call"}`;
  const claim = (at: string) =>
    claimRequest(mila.db, { userId: nora.userId, key: "cut", content }, at);
  await claim(nowIso());
  const early = await post("/tasks", { text: "call" }, sent);
  expect([early.status, early.code, early.headers.get("Retry-After")]).toEqual([
    409,
    "conflict",
    "1",
  ]);
  await mila.db
    .updateTable("kept_answers")
    .set({ begun_at: earlierBy(nowIso(), { minutes: 2 }) })
    .where("user_id", "=", nora.userId)
    .execute();
  expect((await post("/tasks", { text: "call" }, sent)).status).toBe(201);
});

test("adding has the limits that it has by every other way, and says when to go on", async () => {
  const now = nowIso();
  const rows = Array.from({ length: 59 }, (_, at) => ({
    id: `${nora.userId}-${at}`,
    rule: "adds_a_minute",
    key: nora.userId,
    expires_at: new Date(Date.parse(now) + 50_000).toISOString(),
  }));
  await mila.db.insertInto("limit_events").values(rows).execute();
  expect((await post("/tasks", { title: "X" })).status).toBe(201);
  for (const body of [{ title: "X" }, { text: "buy stamps" }]) {
    const refused = await post("/tasks", body);
    expect([refused.status, refused.code]).toEqual([429, "too_many"]);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
  }
  expect((await post("/parse", { text: "buy stamps" })).status).toBe(429);
});

test("calls are limited for each account, and every answer says how many are left", async () => {
  const first = await send("/me");
  expect(first.headers.get("RateLimit-Policy")).toBe('"api_calls";q=600;w=60');
  expect(first.headers.get("RateLimit")).toMatch(/^"api_calls";r=599;t=\d+$/);
  const rest = await Promise.all(Array.from({ length: 600 }, () => send("/me")));
  expect(rest.filter(({ status }) => status === 200)).toHaveLength(599);
  const refused = rest.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(1);
  expect(Number(refused[0]!.headers.get("Retry-After"))).toBeGreaterThan(0);
  const another = await newSecret(mila.db, nora);
  expect((await send("/me", { secret: another })).status).toBe(429);
  const others = await newBearer(mila);
  expect((await send("/me", { secret: others.secret })).status).toBe(200);
});

test("guesses are limited by network, and lock no good token out", async () => {
  const guess = () => send("/me", { secret: `mila_${"B".repeat(43)}` });
  let last = await guess();
  for (let tries = 0; tries < 40 && last.status !== 429; tries += 1) last = await guess();
  expect(last.status).toBe(429);
  expect((await send("/me")).status).toBe(200);
});

test("a token's words are in no log", async () => {
  await send("/tasks");
  await send("/tasks", { secret: "mila_notreally" });
  const log = await mila.log();
  expect(log).toContain('"route":"/api/v1/tasks"');
  expect(log).not.toContain(nora.secret);
  expect(log).not.toContain("mila_notreally");
});

test("the description is open to all, and the client it makes works", async () => {
  const answer = await fetch(`${mila.url}/api/v1/openapi.json`);
  expect([answer.status, answer.headers.get("Access-Control-Allow-Origin")]).toEqual([200, "*"]);
  expect(await answer.json()).toMatchObject({ openapi: "3.1.0", info: { version: "1" } });
  const { response } = await apiClient(mila.url, nora.secret).GET("/me");
  expect(response.status).toBe(200);
});
