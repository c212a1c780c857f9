import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RawAnswer, rawPost, rawRequest } from "../../support/product/raw-request.ts";
import { type SharedMila, sharedMila } from "../../support/product/shared-mila.ts";
import { signedInFamily } from "../security/signed-in.ts";

let mila: SharedMila;

beforeAll(async () => {
  // Clients are identified by the proxy's header.
  mila = await sharedMila("connected");
});

afterAll(() => mila[Symbol.asyncDispose]());

const askFrom = (network: string, path: string, cookie = "") =>
  rawRequest(mila.url, path, { headers: { "x-forwarded-for": network, cookie } });

const pages = 80;
const half = pages / 2;

/**
 * How many of a stranger's 80 pages were answered before somebody else's, at best: machines may be
 * busy.
 */
async function placeOf(ask: () => Promise<RawAnswer>, crowdsCookie = ""): Promise<number> {
  let best = Infinity;
  for (let round = 0; round < 10 && best >= half; round += 1) {
    let answered = 0;
    const crowd = Array.from({ length: pages }, async () => {
      const { status } = await askFrom("198.51.100.7", "/auth", crowdsCookie);
      answered += 1;
      return status;
    });
    const own = ask().then(({ status }) => ({ status, place: answered }));
    expect(new Set(await Promise.all(crowd))).toEqual(new Set([200]));
    const { status, place } = await own;
    expect(status).toBe(200);
    best = Math.min(best, place);
  }
  return best;
}

test("a stranger who opens many pages at once lets a family's in between", async () => {
  const { cookie } = await signedInFamily(mila.db);
  const open = () => askFrom("203.0.113.5", "/dashboard", cookie);
  await open();
  expect(await placeOf(open)).toBeLessThan(half);
});

test("a forged session makes nobody less of a stranger", async () => {
  const { cookie } = await signedInFamily(mila.db);
  const open = () => askFrom("203.0.113.5", "/dashboard", cookie);
  await open();
  expect(await placeOf(open, "mila_session=forged")).toBeLessThan(half);
});

test("strangers of other networks come in between, too", async () => {
  expect(await placeOf(() => askFrom("203.0.113.9", "/auth"))).toBeLessThan(half);
});

test("a network that opens hundreds of pages at once reads that it has to wait", async () => {
  const answers = await Promise.all(
    Array.from({ length: 400 }, () => askFrom("198.51.100.8", "/auth")),
  );
  const refused = answers.find(({ status }) => status === 503);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]));
  expect(refused?.headers["retry-after"]).toBe("3");
  expect(refused?.text).toMatch(/Nothing was lost\..*<a href="">Try again<\/a>/);
});

test("requests sent ahead on a connection are answered in their order", async () => {
  const paths = ["/auth", "/health/live", "/no-such-page", "/robots.txt", "/health/live"];
  const answers = await sendAhead(paths);
  expect(answers).toEqual(["200", "200", "404", "200", "200"]);
});

test("a connection on which hundreds are sent ahead is closed", async () => {
  const answers = await sendAhead(Array.from({ length: 1_000 }, () => "/health/live"));
  expect(answers.length).toBeLessThan(200);
  expect((await rawRequest(mila.url, "/health/live")).status).toBe(200);
});

test("long bodies that strangers never finish take few places, and others' are read", async () => {
  const { cookie } = await signedInFamily(mila.db);
  await askFrom("203.0.113.5", "/dashboard", cookie);
  const sockets = Array.from({ length: 30 }, () => sendHalf("198.51.100.9"));
  const [refused] = await Promise.all(sockets.map(({ answer }) => answer).slice(8));
  expect(refused).toMatch(/^HTTP\/1\.1 503 /);
  const long = { text: "Buy milk", padding: "a".repeat(20_000) };
  const post = (path: string, headers: Record<string, string>) =>
    rawPost(mila.url, path, long, headers);
  expect((await post("/auth", { "x-forwarded-for": "198.51.100.9" })).status).toBe(503);
  expect((await post("/auth", { "x-forwarded-for": "198.51.100.10" })).status).toBe(400);
  expect((await post("/dashboard", { "x-forwarded-for": "198.51.100.9", cookie })).status).toBe(
    303,
  );
  const chunks = ["text=a&padding=", "a".repeat(20_000)];
  const chunked = await rawPost(mila.url, "/auth", chunks, { "x-forwarded-for": "198.51.100.9" });
  expect(chunked.status).toBe(503);
  const script = await post("/auth.data", { "x-forwarded-for": "198.51.100.9" });
  expect([script.status, script.text]).toEqual([
    503,
    expect.stringContaining(
      '"Many are asking at once. Nothing was lost. Please wait some seconds."',
    ),
  ]);
  for (const { socket } of sockets) socket.destroy();
  await expect
    .poll(async () => (await post("/auth", { "x-forwarded-for": "198.51.100.9" })).status)
    .toBe(400);
});

function sendHalf(network: string) {
  const socket = connect(Number(new URL(mila.url).port), "127.0.0.1").on("error", () => undefined);
  const head = `POST /auth HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${network}\r\nContent-Length: 200000\r\n`;
  socket.write(
    `${head}Content-Type: application/x-www-form-urlencoded\r\n\r\n${"a".repeat(1_000)}`,
  );
  const answer = new Promise<string>((resolve) =>
    socket.once("data", (chunk) => resolve(String(chunk))),
  );
  return { socket, answer };
}

/**
 * Returns the statuses once the server has closed the connection, which the last request asks for.
 */
function sendAhead(paths: string[]): Promise<string[]> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(mila.url).port), "127.0.0.1");
    let text = "";
    socket.setEncoding("latin1").on("data", (chunk) => (text += String(chunk)));
    socket.on("error", () => undefined);
    socket.once("close", () =>
      resolve([...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => status ?? "")),
    );
    const last = paths.length - 1;
    const requests = paths.map((path, at) => {
      const headers = `Host: localhost\r\nConnection: ${at === last ? "close" : "keep-alive"}`;
      return `GET ${path} HTTP/1.1\r\n${headers}\r\n\r\n`;
    });
    socket.write(requests.join(""));
  });
}
