import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { builtWorker } from "../../../scripts/start/built.ts";
import { startMila } from "../../support/product/mila.ts";
import { temporaryFolder } from "../../support/records/backup.ts";
import { listProcesses, processRunning } from "./processes.ts";
import { rawPost, rawRequest } from "../../support/product/raw-request.ts";
import { Visitor } from "../../support/product/visitor.ts";
import {
  type MilaWithDatabase,
  plantTask,
  type SignedInFamily,
  signedInFamily,
  startMilaWithDatabase,
} from "../security/signed-in.ts";

const requestLine = z.object({
  time: z.iso.datetime(),
  method: z.string(),
  route: z.string(),
  status: z.int(),
  ms: z.number().nonnegative(),
  user: z.uuid().optional(),
  requestId: z.string().length(12),
});

let mila: MilaWithDatabase;
let family: SignedInFamily;

beforeAll(async () => {
  mila = await startMilaWithDatabase({ TRUST_PROXY: "1" });
  family = await signedInFamily(mila.db);
});

afterAll(() => mila[Symbol.asyncDispose]());

/** Without the worker's lines at the start. */
const linesOf = (output: string) =>
  output.split("\n").filter((line) => /^\{.*"(method|requestId)":/.test(line));

/** Waits for as many lines as expected. */
async function linesAfter(expected: number, ask: () => Promise<unknown>) {
  const before = linesOf(mila.output()).length;
  await ask();
  const lines = () => linesOf(mila.output()).slice(before);
  await expect.poll(lines).toHaveLength(expected);
  return lines().map((line) => JSON.parse(line));
}

test("each request logs one line with method, route, status, duration and user", async () => {
  const id = await plantTask(mila.db, family);
  const headers = { cookie: family.cookie };
  const lines = await linesAfter(6, async () => {
    await rawRequest(mila.url, "/dashboard?text=a", { headers });
    await rawRequest(mila.url, `/tasks/${id}/edit.data`, { headers });
    await rawPost(mila.url, `/tasks/${id}/complete`, {}, headers);
    await rawRequest(mila.url, "/auth");
    await rawRequest(mila.url, "/no-such-page");
    await rawPost(mila.url, "/theme", {}, { origin: "https://evil.example" });
  });
  const user = family.userId;
  expect(lines.map((line) => requestLine.parse(line))).toMatchObject([
    { method: "GET", route: "/dashboard", status: 200, user },
    { method: "GET", route: "/tasks/:id/edit", status: 200, user },
    { method: "POST", route: "/tasks/:id/complete", status: 303, user },
    { method: "GET", route: "/auth", status: 200 },
    { method: "GET", route: "/*", status: 404 },
    { method: "POST", route: "/theme", status: 403 },
  ]);
  expect(lines[3]).not.toHaveProperty("user");
});

test("a missing task logs no error, only the line of its 404 page", async () => {
  const lines = await linesAfter(1, async () => {
    const page = await rawRequest(mila.url, "/tasks/none", { headers: { cookie: family.cookie } });
    expect(page.text).toContain("Oops! Page not found");
  });
  expect(lines.map((line) => requestLine.parse(line))).toMatchObject([
    { route: "/tasks/:id", status: 404 },
  ]);
});

const secret = "MARKER-7fd1";

/** Every kind of input and identity. */
const waysIn: [name: string, ask: () => Promise<unknown>][] = [
  ["an account", () => signUpAndIn(`${secret}@example.com`, `${secret} password`)],
  [
    "a wrong password",
    () => rawPost(mila.url, "/auth", { email: "a@example.com", password: secret }),
  ],
  ["what is no address", () => rawPost(mila.url, "/auth", { email: secret, password: secret })],
  [
    "a task",
    () =>
      rawPost(
        mila.url,
        "/dashboard",
        { text: secret, requestId: secret },
        { cookie: family.cookie },
      ),
  ],
  ["a task without a session", () => rawPost(mila.url, "/dashboard", { text: secret })],
  [
    "a query",
    () => rawRequest(mila.url, `/dashboard?text=${secret}`, { headers: { cookie: family.cookie } }),
  ],
  [
    "what an older app shares by its address",
    () =>
      rawRequest(mila.url, `/tasks/confirm?title=${secret}&text=${secret}`, {
        headers: { cookie: family.cookie },
      }),
  ],
  [
    "what is too long for an address",
    () =>
      rawRequest(mila.url, `/tasks/confirm?text=${secret.repeat(300)}`, {
        headers: { cookie: family.cookie },
      }),
  ],
  ["what another app shares", () => rawPost(mila.url, "/share", { title: secret, text: secret })],
  [
    "what another app shares as another site",
    () => rawPost(mila.url, "/share", { text: secret.repeat(300) }, { origin: "null" }),
  ],
  [
    "what is shared and no form",
    () => rawPost(mila.url, "/share", secret, { "content-type": secret }),
  ],
  [
    "a place to go on to",
    () => rawPost(mila.url, "/theme", { theme: "dark", redirectTo: `/${secret}` }),
  ],
  ["a path", () => rawRequest(mila.url, `/${secret}`)],
  ["a path of data", () => rawRequest(mila.url, `/${secret}.data`)],
  [
    "the id of a task",
    () => rawRequest(mila.url, `/tasks/${secret}/edit`, { headers: { cookie: family.cookie } }),
  ],
  ["the link of a calendar", () => rawRequest(mila.url, `/calendar/${secret}.ics`)],
  ["a path that is badly encoded", () => rawRequest(mila.url, `/${secret}%E0%A4%A`)],
  ["a form for a path that takes none", () => rawPost(mila.url, `/${secret}`, { text: secret })],
  ["a method", () => rawRequest(mila.url, `/${secret}`, { method: "PUT" })],
  ["an asset", () => rawRequest(mila.url, `/assets/${secret}`)],
  ["Remix's old way to ask for data", () => rawRequest(mila.url, `/auth?_data=${secret}`)],
  ["Remix's way to choose routes", () => rawRequest(mila.url, `/auth.data?_routes=${secret}`)],
  [
    "Remix's way to find routes",
    () => rawRequest(mila.url, `/__manifest?p=/${secret}%25&version=${secret}`),
  ],
  ["a field's name", () => rawPost(mila.url, "/auth", { [secret]: "1" })],
  ["a prototype's name", () => rawPost(mila.url, "/auth", { [`__proto__.${secret}`]: "1" })],
  [
    "a command of the form library",
    () => rawPost(mila.url, "/auth", { email: "a", __intent__: secret }),
  ],
  ["a body that is no form", () => rawPost(mila.url, "/auth", secret, { "content-type": secret })],
  ["a host", () => rawRequest(mila.url, "/auth", { headers: { host: `${secret}.example` } })],
  ["an origin", () => rawPost(mila.url, "/auth", {}, { origin: `https://${secret}.example` })],
  [
    "headers",
    () =>
      rawRequest(mila.url, "/auth", {
        headers: { "user-agent": secret, referer: secret, authorization: secret },
      }),
  ],
  [
    "cookies",
    () =>
      rawRequest(mila.url, "/dashboard", {
        headers: { cookie: `mila_session=${secret}; ${secret}` },
      }),
  ],
  [
    "an address of the network",
    () => rawRequest(mila.url, "/auth", { headers: { "x-forwarded-for": secret } }),
  ],
];

test.for(waysIn)("%s is not in the log", async ([, ask]) => {
  const before = mila.output().length;
  await ask();
  await rawRequest(mila.url, "/health/live");
  const written = () => mila.output().slice(before);
  await expect.poll(() => linesOf(written()).length).toBeGreaterThan(1);
  await expect.poll(written).toContain("/health/live");
  expect(written().toLowerCase()).not.toContain(secret.toLowerCase());
});

test("an address that is too long to be read is not in the log", async () => {
  const before = mila.output().length;
  const text = secret.repeat(2_000);
  expect((await rawRequest(mila.url, `/tasks/confirm?text=${text}`)).status).toBe(431);
  const written = () => mila.output().slice(before);
  await expect.poll(written).toContain("HPE_HEADER_OVERFLOW");
  expect(written()).not.toContain(secret);
});

/** Without the text for people at the start. */
const notJson = (output: string) => {
  const [, afterStart = ""] = output.split("at /preferences/instance.");
  return afterStart.split("\n").filter((line) => line && !line.startsWith("{"));
};

test("in production every line is JSON except those that give the address", async () => {
  await expect.poll(mila.output).toContain("at /preferences/instance.");
  expect(notJson(mila.output())).toEqual([]);
});

test("what Node and the parent process say is JSON, too", async () => {
  using data = temporaryFolder();
  const preload = join(data.folder, "warn.mjs");
  const warning = `Object.assign(new Error("a planted warning"), { request: { cookie: "mila_session=secret" } })`;
  writeFileSync(preload, `setTimeout(() => process.emitWarning(${warning}), 1_000).unref();`);
  await using own = await startMila({ NODE_OPTIONS: `--import=${preload}` });
  const planted = () =>
    own
      .output()
      .split("\n")
      .filter((line) => line.startsWith("{") && /planted/.test(line)).length;
  // The supervisor's, the server's and the worker's.
  await expect.poll(planted, { timeout: 60_000 }).toBeGreaterThan(2);
  process.kill(processRunning(builtWorker, listProcesses(own.process.pid ?? 0)), "SIGKILL");
  await expect
    .poll(own.output, { timeout: 60_000 })
    .toContain("The worker stopped (SIGKILL). Restarting it.");
  await expect.poll(() => own.output().split("worker ready").length, { timeout: 60_000 }).toBe(3);
  expect(notJson(own.output())).toEqual([]);
  // Libraries attach requests with their cookies to errors.
  expect(own.output()).not.toContain("mila_session");
});

const throwing = `throw Object.assign(new Error("planted"), { request: { cookie: "mila_session=secret" } })`;
const rejecting = `void (async () => { ${throwing} })()`;
const filling =
  "const kept = []; for (;;) kept.push(Array.from({ length: 100_000 }, Math.random));";

const planted = /^\{.*"message":"planted".*\}$/m;

/** The last one ends Mila. */
const crashes = [
  { program: "server", how: throwing, says: planted },
  { program: "server", how: rejecting, says: planted },
  { program: "worker", how: throwing, says: planted },
  { program: "worker", how: filling, says: /The worker stopped \(SIGABRT\)\. Restarting it\./ },
  { program: "supervisor", how: throwing, says: planted },
];

/** A file named after its place in the list makes a program crash once. */
function crashWhenAsked(folder: string): Record<string, string> {
  const preload = join(folder, "crash.mjs");
  const lines = crashes.map(
    ({ program, how }, at) =>
      `if (process.argv[1].includes("${program}") && take("${join(folder, String(at))}")) { ${how} }`,
  );
  writeFileSync(
    preload,
    `import { existsSync, rmSync } from "node:fs";
    const take = (file) => existsSync(file) && (rmSync(file), true);
    if (process.argv[1]?.includes("build/")) setInterval(() => { ${lines.join("\n")} }, 100).unref();`,
  );
  return { NODE_OPTIONS: `--import=${preload} --max-old-space-size=160` };
}

test("the last words of server, worker and supervisor are JSON, even without memory", async () => {
  using data = temporaryFolder();
  await using own = await startMila(crashWhenAsked(data.folder));
  await expect.poll(own.output, { timeout: 60_000 }).toContain("worker ready");
  for (const [at, { says }] of crashes.entries()) {
    const before = own.output().length;
    writeFileSync(join(data.folder, String(at)), "");
    await expect.poll(() => own.output().slice(before), { timeout: 60_000 }).toMatch(says);
  }
  const lines = own
    .output()
    .split("\n")
    .filter((line) => planted.test(line));
  expect(lines.map((line) => JSON.parse(line))).toMatchObject(
    [60, 60, 60, 50].map((level) => ({
      level,
      err: { message: "planted", stack: expect.stringContaining("crash.mjs") },
      msg: expect.stringContaining("crashed"),
    })),
  );
  expect(own.output()).toContain("JavaScript heap out of memory");
  expect(notJson(own.output())).toEqual([]);
  expect(own.output()).not.toContain("mila_session");
});

test("an error is logged with its cause and without user input", async () => {
  const before = mila.output().length;
  await mila.db.schema.alterTable("tasks").renameTo("gone").execute();
  await rawPost(mila.url, "/dashboard", { text: secret }, { cookie: family.cookie });
  await mila.db.schema.alterTable("gone").renameTo("tasks").execute();
  const written = () => mila.output().slice(before);
  await expect.poll(written).toContain('"status":500');
  const lines = linesOf(written()).map((line) => JSON.parse(line));
  const error = lines.find(({ err }) => err);
  const request = lines.find(({ status }) => status === 500);
  expect(error).toMatchObject({ err: { message: "no such table: tasks" } });
  expect(request).toMatchObject({
    method: "POST",
    route: "/dashboard",
    requestId: error.requestId,
  });
  expect(written()).not.toContain(secret);
});

async function signUpAndIn(email: string, password: string): Promise<void> {
  const visitor = new Visitor(mila.url);
  await visitor.post("/auth", { mode: "signup", email, password });
  await visitor.post("/auth", { email, password });
  expect((await visitor.get("/dashboard")).status).toBe(200);
}
