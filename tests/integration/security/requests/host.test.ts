import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { saveFeed } from "#app/domain/calendar/files/feed-settings.server.ts";
import { rawPost, rawRequest } from "../../../support/product/raw-request.ts";
import { type SharedMila, sharedMila } from "../../../support/product/shared-mila.ts";
import { signedInFamily } from "../signed-in.ts";

let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

test.for([
  "192.168.1.20:PORT",
  "10.0.0.5",
  "172.31.255.255:PORT",
  "127.0.0.1:PORT",
  "100.64.0.1",
  "[::1]:PORT",
  "[fd12:beef::1]:PORT",
  "[fe80::1]",
  "[fec0::1]:PORT",
  "[feff:ffff::1]",
  "localhost:PORT",
  "LOCALHOST:PORT",
  "mila.local",
  "mila.home.arpa:PORT",
])("without APP_URL Mila answers at home under %s", async (name) => {
  const host = name.replace("PORT", new URL(mila.url).port);
  const page = await rawRequest(mila.url, "/auth", { headers: { host } });
  expect(page.status).toBe(200);
  const origin = `http://${host.toLowerCase()}`;
  const answer = await rawPost(
    mila.url,
    "/theme",
    { theme: "dark" },
    { host: host.toLowerCase(), origin },
  );
  expect(answer.status).toBe(303);
});

test.for([
  "evil.example",
  "127.0.0.1.evil.example",
  "localhost.evil.example",
  "mila.local.evil.example",
  "localhost@evil.example",
  "evil.example@localhost",
  "user:password@127.0.0.1",
  "localhost:evil",
  "localhost:99999",
  "localhost/evil.example",
  "localhost?evil.example",
  "localhost#evil.example",
  "localhost\\evil.example",
  "localhost.",
  "0.0.0.0",
  "127.1",
  "0x7f000001",
  "2130706433",
  "[::ffff:8.8.8.8]",
  "[2001:db8::1]",
  "[::ffff:0:8.8.8.8]",
  "[64:ff9b::808:808]",
  "[2002:808:808::1]",
  "8.8.8.8",
  "172.32.0.1",
  "192.169.0.1",
])("without APP_URL the host %s gets a hint to set it", async (host) => {
  const answer = await rawRequest(mila.url, "/auth", { headers: { host } });
  expect([answer.status, answer.text]).toEqual([
    400,
    expect.stringContaining("APP_URL=https://mila.example.com"),
  ]);
  const origin = `http://${host}`;
  const posted = await rawPost(mila.url, "/theme", { theme: "dark" }, { host, origin });
  expect([posted.status, posted.headers["set-cookie"]]).toEqual([400, undefined]);
});

test("without APP_URL programs get the hint as JSON", async () => {
  for (const path of ["/api/v1/me", "/mcp"]) {
    const answer = await rawRequest(mila.url, path, { headers: { host: "evil.example" } });
    expect([answer.status, JSON.parse(answer.text)]).toMatchObject([
      400,
      { error: { message: expect.stringContaining("APP_URL") } },
    ]);
  }
});

test("the response to an unknown host does not repeat its name", async () => {
  const answer = await rawRequest(mila.url, "/auth", { headers: { host: "evil.example" } });
  expect(answer.text).not.toContain("evil");
});

test("with APP_URL every host is answered as Mila's own", async () => {
  await using own = await sharedMila("public");
  const page = await rawRequest(own.url, "/auth", { headers: { host: "evil.example" } });
  expect([page.status, page.text]).toEqual([200, expect.not.stringContaining("evil")]);
  for (const origin of ["https://evil.example", "http://evil.example"]) {
    const posted = await rawPost(
      own.url,
      "/theme",
      { theme: "dark" },
      { host: "evil.example", origin },
    );
    expect([posted.status, posted.headers["set-cookie"]]).toEqual([403, undefined]);
  }
});

test.for([
  ["with APP_URL", "public", { host: "evil.example" }],
  ["behind a proxy at home", "connected", {}],
] as const)("%s, links to copy lead to Mila, whatever a request names", async ([, kind, named]) => {
  await using own = await sharedMila(kind);
  const isPublic = kind === "public";
  const { userId, cookie } = await signedInFamily(
    own.db,
    isPublic ? "__Host-mila_session" : undefined,
  );
  await saveFeed(own.db, userId, ["Kids"]);
  const headers = { ...named, "x-forwarded-host": "evil.example", cookie };
  const { text } = await rawRequest(own.url, "/preferences/calendar", { headers });
  expect(text).toContain(`${isPublic ? "https://mila.example.com" : own.url}/calendar/`);
  expect(text).not.toContain("evil.example");
});

test.for([
  ["an empty Host", "GET /auth HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n", /^HTTP\/1\.1 400 /],
  ["no Host at all", "GET /auth HTTP/1.0\r\n\r\n", /^HTTP\/1\.1 400 .*APP_URL/s],
  [
    "no Host where one must be",
    "GET /auth HTTP/1.1\r\nConnection: close\r\n\r\n",
    /^HTTP\/1\.1 400 /,
  ],
  [
    "another host in the request line",
    "GET http://evil.example/auth HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
    /^HTTP\/1\.1 40[04] /,
  ],
  [
    "two hosts",
    "GET /auth HTTP/1.1\r\nHost: evil.example\r\nHost: localhost\r\nConnection: close\r\n\r\n",
    /^HTTP\/1\.1 400 /,
  ],
] as const)("a request with %s is refused", async ([, request, expected]) => {
  expect(await sendBytes(request)).toMatch(expected);
});

function sendBytes(request: string): Promise<string> {
  const socket = connect(Number(new URL(mila.url).port), "127.0.0.1");
  let received = "";
  socket.on("data", (chunk) => (received += String(chunk)));
  socket.write(request);
  return new Promise((resolve, reject) => {
    socket.once("close", () => resolve(received));
    socket.once("error", reject);
  });
}
