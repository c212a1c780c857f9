import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RawAnswer, rawPost, rawRequest } from "../../../support/product/raw-request.ts";
import { type SharedMila, sharedMila } from "../../../support/product/shared-mila.ts";
import { withoutTable } from "../../../support/records/without-table.ts";
import { signedInFamily, startBehindProxy } from "../signed-in.ts";

let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

/** The server's own 500, when its database fails during a page. */
const askBroken = (...what: [path: string, options?: object]) =>
  withoutTable(mila, "sessions", () => rawRequest(mila.url, ...what));

const someCookie = { cookie: `mila_session=${Buffer.from('"somebody"').toString("base64")}` };

const everyKind: [name: string, status: number, ask: () => Promise<RawAnswer>][] = [
  ["page", 200, () => rawRequest(mila.url, "/auth")],
  ["page's data", 200, () => rawRequest(mila.url, "/auth.data")],
  ["script", 200, async () => rawRequest(mila.url, await assetOfPage(/\/assets\/entry[^"]*\.js/))],
  ["style", 200, async () => rawRequest(mila.url, await assetOfPage(/\/assets\/[^"]*\.css/))],
  ["icon", 200, () => rawRequest(mila.url, "/icon.svg")],
  ["health check", 200, () => rawRequest(mila.url, "/health/live")],
  ["redirect", 303, () => rawRequest(mila.url, "/dashboard")],
  ["redirect for scripts", 202, () => rawRequest(mila.url, "/dashboard.data")],
  ["page with what is wrong", 400, () => rawPost(mila.url, "/auth", { email: "nobody" })],
  ["refused form", 400, () => rawPost(mila.url, "/theme", { theme: "pink" })],
  ["refused host", 400, () => rawRequest(mila.url, "/auth", { headers: { host: "evil.example" } })],
  ["request without a host", 400, () => rawRequest(mila.url, "/auth", { setHost: false })],
  [
    "request with an odd expectation",
    200,
    () => rawRequest(mila.url, "/auth", { headers: { expect: "cake" } }),
  ],
  ["refused address", 400, () => rawRequest(mila.url, "/%E0%A4%A")],
  ["refused origin", 403, () => rawPost(mila.url, "/auth", {}, { origin: "https://evil.example" })],
  ["missing page", 404, () => rawRequest(mila.url, "/no-such-page")],
  ["missing page's data", 404, () => rawRequest(mila.url, "/no-such-page.data")],
  ["missing file", 404, () => rawRequest(mila.url, "/assets/no-such-file.js")],
  ["refused method", 405, () => rawRequest(mila.url, "/auth", { method: "PUT" })],
  ["form for what takes none", 405, () => rawPost(mila.url, "/", {})],
  ["form for a missing page", 404, () => rawPost(mila.url, "/no-such-page", {})],
  ["refused size", 413, () => rawPost(mila.url, "/auth", "a".repeat(300_000))],
  ["error", 500, () => askBroken("/tasks/any/edit", { headers: someCookie })],
  ["error for scripts", 500, () => askBroken("/tasks/any/edit.data", { headers: someCookie })],
  ["health check that fails", 200, () => askBroken("/health/live")],
];

test.for(everyKind)("the response to a %s (%i) has every header", async ([, status, ask]) => {
  const answer = await ask();
  expect(answer.status).toBe(status);
  expect(answer.headers).toMatchObject({
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin",
    "cross-origin-opener-policy": "same-origin",
    "x-frame-options": "DENY",
  });
  expect(directivesOf(answer)).toEqual({
    "default-src": "'self'",
    "script-src": expect.stringMatching(
      /^'self' 'nonce-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'$/,
    ),
    "object-src": "'none'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
    "form-action": "'self' https://accounts.google.com https://calendar.google.com",
  });
  expect(answer.headers).not.toHaveProperty("x-powered-by");
  expect(answer.headers).not.toHaveProperty("server");
  expect(answer.headers).not.toHaveProperty("strict-transport-security");
});

test("the response to an address that is too long for the server's parser has every header that matters", async () => {
  const answer = await rawRequest(mila.url, `/auth?text=${"a".repeat(20_000)}`);
  expect(answer.status).toBe(431);
  expect(answer.text).toBe("This request is too long or too slow, or can't be read.");
  expect(answer.headers).toMatchObject({
    "content-type": "text/plain; charset=utf-8",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "strict-origin",
    "cross-origin-opener-policy": "same-origin",
  });
  expect(directivesOf(answer)).toMatchObject({
    "default-src": "'none'",
    "frame-ancestors": "'none'",
  });
});

test.for(everyKind)(
  "the response to a %s has its own nonce, and no script or style without it",
  async ([, , ask]) => {
    const answers = [await ask(), await ask()];
    const nonces = answers.map(
      (answer) => /'nonce-([^']+)'/.exec(directivesOf(answer)["script-src"] ?? "")?.[1],
    );
    expect(nonces[0]).not.toBe(nonces[1]);
    for (const [at, { text, headers }] of answers.entries()) {
      if (!String(headers["content-type"]).startsWith("text/html")) continue;
      for (const [, attributes = ""] of text.matchAll(/<script\b([^>]*)>/g)) {
        expect(attributes).toContain(`nonce="${nonces[at]}"`);
      }
      expect(text).not.toMatch(/<style|<[^>]+\s(style|on\w+)=|href="javascript:/i);
    }
  },
);

test("only an https APP_URL makes browsers insist on https", async () => {
  await using https = await sharedMila("public");
  for (const path of [
    "/auth",
    "/no-such-page",
    "/icon.svg",
    "/dashboard",
    "/%",
    `/auth?${"a".repeat(20_000)}`,
  ]) {
    const { headers } = await rawRequest(https.url, path);
    expect([path, headers["strict-transport-security"]]).toEqual([path, "max-age=63072000"]);
  }
  const refused = await rawPost(https.url, "/auth", {}, { origin: "https://evil.example" });
  expect(refused.headers["strict-transport-security"]).toMatch(/^max-age=\d{8}/);
  // A redirect to https is the proxy's.
  const byHttp = await rawRequest(https.url, "/auth", { headers: { "x-forwarded-proto": "http" } });
  expect([byHttp.status, byHttp.headers["location"]]).toEqual([200, undefined]);
  await using http = await startBehindProxy("http");
  expect((await rawRequest(http.url, "/auth")).headers).not.toHaveProperty(
    "strict-transport-security",
  );
});

test.for(["TRACE", "PUT", "DELETE", "PATCH", "OPTIONS", "PROPFIND"])(
  "the method %s is refused",
  async (method) => {
    const { cookie } = await signedInFamily(mila.db);
    for (const path of ["/", "/auth", "/dashboard", "/icon.svg", "/no-such-page", "/health/live"]) {
      const answer = await rawRequest(mila.url, path, {
        method,
        headers: { cookie, "x-marker": "sent along" },
      });
      expect([path, answer.status, answer.headers.allow]).toEqual([path, 405, "GET, HEAD, POST"]);
      expect(answer.text).not.toContain("sent along");
    }
  },
);

test.for([
  "/.git/config",
  "/.git/HEAD",
  "/.env",
  "/package.json",
  "/../package.json",
  "/../../../../etc/passwd",
  "/assets/../../../package.json",
  "/assets/..%2f..%2f..%2fpackage.json",
  "/assets/%2e%2e/%2e%2e/server/index.js",
  "/..%5c..%5cpackage.json",
  "/%2e%2e/package.json",
  "/assets/",
  "/assets",
  "/data/mila.db",
  "/data/secrets.json",
  "/build/server/index.js",
  "/server/index.js",
  "/app/server.ts",
  "/node_modules/react/package.json",
  "/.vite/manifest.json",
])("%s is not found", async (path) => {
  const answer = await rawRequest(mila.url, path);
  expect([answer.status, answer.text]).toEqual([
    404,
    expect.stringContaining("Oops! Page not found"),
  ]);
});

test("the build has no source maps and no server code", async () => {
  const files = readdirSync("build/client", { recursive: true, encoding: "utf8" });
  expect(files.filter((file) => /\.map$|server|\.ts/.test(file))).toEqual([]);
  for (const file of files.filter((name) => /\.(js|css)$/.test(name))) {
    expect(readFileSync(join("build/client", file), "utf8")).not.toMatch(
      /sourceMappingURL|better-sqlite3|argon2|selectFrom|mila_session/,
    );
  }
});

test("browsers cache build files and request every page again", async () => {
  const script = await rawRequest(mila.url, await assetOfPage(/\/assets\/entry[^"]*\.js/));
  expect(script.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  expect((await rawRequest(mila.url, "/auth")).headers["cache-control"]).toBe("no-store");
});

function directivesOf({ headers }: RawAnswer): Record<string, string> {
  const lines = String(headers["content-security-policy"]).split(";");
  return Object.fromEntries(
    lines.map((line) => [line.split(" ")[0], line.split(" ").slice(1).join(" ")]),
  );
}

async function assetOfPage(pattern: RegExp): Promise<string> {
  return (
    pattern.exec((await rawRequest(mila.url, "/auth")).text)?.[0] ?? "no such file on the page"
  );
}
