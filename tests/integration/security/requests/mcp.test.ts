import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { nowIso } from "#app/domain/core/time.ts";
import { type Bearer, newBearer, newSecret } from "../../../support/api/bearer.ts";
import { hostileValues } from "../../../support/api/hostile-json.ts";
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
  secret?: string | null;
}

async function send(body: string | null, { method = "POST", headers = {}, secret }: Sent = {}) {
  const bearer = secret === undefined ? nora.secret : secret;
  const answer = await fetch(`${mila.url}/mcp`, {
    method,
    headers: {
      "X-Forwarded-For": network,
      Accept: "application/json, text/event-stream",
      "Content-Type": "application/json",
      ...(bearer !== null && { Authorization: `Bearer ${bearer}` }),
      ...headers,
    },
    body,
  });
  const text = await answer.text();
  const isJson = answer.headers.get("Content-Type")?.startsWith("application/json") ?? false;
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    message: (isJson && text !== "" ? JSON.parse(text) : null) as {
      result?: { content?: { text: string }[]; isError?: boolean };
      error?: { code: number; message: string };
    } | null,
  };
}

const say = (method: string, params: unknown = {}, sent: Sent = {}) =>
  send(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }), sent);

const list = (sent: Sent = {}) => say("tools/list", {}, sent);
const call = (name: string, args: object = {}) => say("tools/call", { name, arguments: args });

test("only a token lets an assistant in, and no sign-in is offered that there isn't", async () => {
  const { cookie } = await signedInFamily(mila.db);
  for (const [secret, headers] of [
    [null, {}],
    [null, { Cookie: cookie }],
    [`mila_${"A".repeat(43)}`, {}],
    ["nonsense", {}],
  ] as const) {
    const answer = await list({ secret, headers });
    expect([answer.status, answer.message?.error?.code]).toEqual([401, -32000]);
    const challenge = answer.headers.get("WWW-Authenticate");
    expect(challenge).toMatch(/^Bearer realm="Mila"/);
    expect(challenge).not.toContain("resource_metadata");
    expect(answer.headers.get("Set-Cookie")).toBeNull();
  }
  expect((await list()).status).toBe(200);
});

test.for([
  "/.well-known/oauth-authorization-server",
  "/.well-known/oauth-authorization-server/mcp",
  "/.well-known/oauth-protected-resource",
  "/.well-known/oauth-protected-resource/mcp",
  "/.well-known/openid-configuration",
  "/register",
])("%s says in JSON that there is no OAuth", async (path) => {
  for (const method of ["GET", "POST"]) {
    const answer = await fetch(`${mila.url}${path}`, { method });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({
      error: "not_found",
      error_description: expect.stringContaining("access token"),
    });
  }
});

test("pages of other sites are refused, with a token as well", async () => {
  for (const origin of ["https://elsewhere.example", "null", "http://localhost:6274"]) {
    const answer = await list({ headers: { Origin: origin } });
    expect([answer.status, answer.headers.get("Access-Control-Allow-Origin")]).toEqual([403, null]);
  }
  expect((await list({ headers: { Origin: mila.origin } })).status).toBe(200);
});

test("there is no stream and no session: GET, DELETE and OPTIONS answer 405", async () => {
  for (const method of ["GET", "DELETE", "OPTIONS", "PUT", "HEAD"]) {
    const answer = await send(null, { method });
    expect([method, answer.status, answer.headers.get("Allow")]).toEqual([method, 405, "POST"]);
  }
  expect((await list()).headers.get("Mcp-Session-Id")).toBeNull();
});

test("what can't be read is refused, and Mila goes on", async () => {
  const cases: [string, Sent, number][] = [
    ["{", {}, 400],
    ["", {}, 400],
    ["[]", {}, 400],
    [
      '[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":2,"method":"ping"}]',
      {},
      400,
    ],
    ['{"method":"ping"}', {}, 400],
    ['{"jsonrpc":"2.0","id":{},"method":"ping"}', {}, 400],
    ["text", { headers: { "Content-Type": "text/plain" } }, 415],
    ['{"jsonrpc":"2.0","id":1,"method":"ping"}', { headers: { Accept: "text/html" } }, 406],
    [
      '{"jsonrpc":"2.0","id":1,"method":"ping"}',
      { headers: { "MCP-Protocol-Version": "1999-01-01" } },
      400,
    ],
  ];
  for (const [body, sent, status] of cases) {
    const answer = await send(body, sent);
    expect([body, answer.status, answer.message?.error?.code]).toEqual([
      body,
      status,
      expect.any(Number),
    ]);
    expect(answer.headers.get("X-Content-Type-Options")).toBe("nosniff");
  }
  const unknown = await say("resources/list");
  expect([unknown.status, unknown.message?.error?.code]).toEqual([200, -32601]);
  const older = await say("initialize", {
    protocolVersion: "1999-01-01",
    capabilities: {},
    clientInfo: { name: "x", version: "1" },
  });
  expect(older.message?.result).toMatchObject({ protocolVersion: "2025-11-25" });
  const notified = await send('{"jsonrpc":"2.0","method":"notifications/initialized"}');
  expect([notified.status, notified.text]).toEqual([202, ""]);
  expect((await list()).status).toBe(200);
});

test("a body of more than 1 MB is refused, also in chunks", async () => {
  const long = JSON.stringify({ text: "x".repeat(1024 * 1024) });
  expect((await send(long)).status).toBe(413);
  const chunked = await fetch(`${mila.url}/mcp`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${nora.secret}` },
    body: new Blob([long]).stream(),
    duplex: "half",
  } as RequestInit).catch(() => null);
  expect([413, undefined]).toContain(chunked?.status);
});

test("hostile values are refused in words by every tool", async () => {
  const { message } = await list();
  const { tools } = message!.result as unknown as {
    tools: { name: string; inputSchema: { properties?: Record<string, object> } }[];
  };
  expect(tools.length).toBe(10);
  for (const { name, inputSchema } of tools) {
    const fields = Object.keys(inputSchema.properties ?? {});
    const asked = hostileValues.map((value) =>
      call(name, Object.fromEntries(fields.map((field) => [field, value]))),
    );
    for (const { status, message: answered } of await Promise.all(asked)) {
      const [part] = answered?.result?.content ?? [];
      expect([name, status, part?.text]).toEqual([name, 200, expect.any(String)]);
      expect(part!.text).not.toMatch(/owner finds the reason|undefined|\[object/);
    }
  }
  for (const args of ['{"__proto__":{"id":"x"}}', '{"constructor":{}}', "[]", '"x"', "null"]) {
    const answer = await send(
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"undo_last","arguments":${args}}}`,
    );
    expect(answer.message?.result?.isError ?? answer.message?.error).toBeTruthy();
  }
  expect(await mila.log()).not.toContain("request failed");
});

test("every message is answered, whatever it asks and with whatever", async () => {
  const methods = [
    "initialize",
    "ping",
    "tools/list",
    "tools/call",
    "tasks/get",
    "resources/read",
    "logging/setLevel",
    "completion/complete",
    "notifications/cancelled",
    "__proto__",
    "",
  ];
  const odd = [{ requestId: 1 }, { name: "search", task: { ttl: 1 } }, { _meta: 1 }];
  for (const method of methods) {
    const asked = [...hostileValues, ...odd].map((params) => say(method, params));
    for (const { status, message } of await Promise.all(asked)) {
      expect([method, status]).toEqual([method, expect.toBeOneOf([200, 400])]);
      expect(message?.result ?? message?.error).toBeInstanceOf(Object);
    }
  }
  expect(await mila.log()).not.toContain("request failed");
});

test("calls are limited together with the API's, and every answer says how many are left", async () => {
  const first = await list();
  expect(first.headers.get("RateLimit-Policy")).toBe('"api_calls";q=600;w=60');
  expect(first.headers.get("RateLimit")).toMatch(/^"api_calls";r=599;t=\d+$/);
  const rest = await Promise.all(Array.from({ length: 600 }, () => say("ping")));
  const refused = rest.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(1);
  expect(Number(refused[0]!.headers.get("Retry-After"))).toBeGreaterThan(0);
  const api = await fetch(`${mila.url}/api/v1/me`, {
    headers: { Authorization: `Bearer ${nora.secret}` },
  });
  expect(api.status).toBe(429);
  const others = await newBearer(mila);
  expect((await list({ secret: others.secret })).status).toBe(200);
});

test("adding has the limit that it has by every other way, said in words", async () => {
  const rows = Array.from({ length: 60 }, (_, at) => ({
    id: `${nora.userId}-${at}`,
    rule: "adds_a_minute",
    key: nora.userId,
    expires_at: new Date(Date.parse(nowIso()) + 50_000).toISOString(),
  }));
  await mila.db.insertInto("limit_events").values(rows).execute();
  const { message } = await call("add_task", { text: "buy stamps" });
  expect(message?.result).toMatchObject({ isError: true });
  expect(message?.result?.content?.[0]?.text).toMatch(/Try again in \d+ seconds\.$/);
});

test("guesses are limited by network, and lock no good token out", async () => {
  const guess = () => list({ secret: `mila_${"B".repeat(43)}` });
  let last = await guess();
  for (let tries = 0; tries < 40 && last.status !== 429; tries += 1) last = await guess();
  expect(last.status).toBe(429);
  expect((await list()).status).toBe(200);
});

test("a token's words and the tasks' words are in no log", async () => {
  await call("add_task", { text: "buy unmistakable stamps for grandmother" });
  await list({ secret: "mila_notreally" });
  const log = await mila.log();
  expect(log).toContain('"route":"/mcp"');
  for (const secret of [nora.secret, "mila_notreally", "unmistakable"])
    expect(log).not.toContain(secret);
});

test("a token that may only read is told so at once", async () => {
  const secret = await newSecret(mila.db, nora, "read");
  const { message } = await say(
    "tools/call",
    { name: "add_task", arguments: { text: "x" } },
    { secret },
  );
  expect(message?.result).toMatchObject({ isError: true });
});
