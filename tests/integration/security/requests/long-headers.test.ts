import { afterAll, beforeAll, expect, test } from "vitest";
import { datedTask, feedPath } from "../../../support/messages/calendar.ts";
import { rawRequest } from "../../../support/product/raw-request.ts";
import { type SharedMila, sharedMila } from "../../../support/product/shared-mila.ts";
import { newFamily } from "../../../support/records/family.ts";
import { signedInFamily } from "../signed-in.ts";

let mila: SharedMila;

beforeAll(async () => {
  // Clients are identified by the proxy's header.
  mila = await sharedMila("public");
});

afterAll(() => mila[Symbol.asyncDispose]());

const ask = (path: string, headers: Record<string, string>) =>
  rawRequest(mila.url, path, {
    headers: { host: new URL(mila.origin).host, "x-forwarded-proto": "https", ...headers },
  });

const blanks = " ".repeat(14_000);

test("tags beyond a header's first 1,000 characters are not read, on the dashboard and in feeds", async () => {
  const session = (await signedInFamily(mila.db, "__Host-mila_session")).cookie;
  // The first page sets a cookie.
  const [device = ""] = [
    (await ask("/dashboard", { cookie: session })).headers["set-cookie"] ?? "",
  ].flat();
  const cookie = `${session}; ${device.split(";")[0]}`;
  const nora = await newFamily(mila.db);
  await datedTask(mila.db, nora, "2031-06-10T15:00");
  const path = await feedPath(mila.db, nora.userId, { dataFolder: mila.dataFolder });
  for (const page of ["/dashboard", path]) {
    const tag = String((await ask(page, { cookie })).headers.etag);
    const statusOf = async (tags: string) =>
      (await ask(page, { cookie, "if-none-match": tags })).status;
    expect(await statusOf(`"a" , ${tag}`)).toBe(304);
    expect(await statusOf(`"a"${" ".repeat(900)},${tag}`)).toBe(304);
    expect(await statusOf(`"a"${blanks},${tag}`)).toBe(200);
  }
});

test("long cookies of other programs do not end a session", async () => {
  const { cookie } = await signedInFamily(mila.db, "__Host-mila_session");
  const others = Array.from({ length: 6 }, (_, index) => `other${index}=${"x".repeat(2_000)}`);
  expect((await ask("/dashboard", { cookie: [...others, cookie].join("; ") })).status).toBe(200);
});

test("a client behind a proxy is known by the end of a long X-Forwarded-For", async () => {
  const wrong = `/calendar/${"A".repeat(36)}.ics`;
  const padded = `${"198.51.100.1, ".repeat(700)}203.0.113.77`;
  for (let count = 0; count < 30; count += 1)
    expect((await ask(wrong, { "x-forwarded-for": padded })).status).toBe(404);
  expect((await ask(wrong, { "x-forwarded-for": "203.0.113.77" })).status).toBe(429);
  expect((await ask(wrong, { "x-forwarded-for": "198.51.100.1" })).status).toBe(404);
});
