import { afterAll, beforeAll, expect, test } from "vitest";
import { rawRequest } from "../../../support/product/raw-request.ts";
import { type SharedMila, sharedMila } from "../../../support/product/shared-mila.ts";
import { everyRoute } from "../households/every-route.ts";
import { signedInFamily } from "../signed-in.ts";

const calls = everyRoute.filter(({ who }) => who === "caller");

const foreignHeaders: Record<string, string>[] = [
  { origin: "https://evil.example" },
  { origin: "null" },
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
];

let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

test.for(calls)("POST $path from another site is refused", async ({ path }) => {
  const { cookie } = await signedInFamily(mila.db);
  for (const headers of foreignHeaders) {
    expect((await call(path, { cookie, ...headers })).status).toBe(403);
  }
});

test.for(calls)("POST $path without a session is refused in JSON", async ({ path }) => {
  const answer = await call(path, {});
  expect(answer.status).toBe(401);
  expect(JSON.parse(answer.text)).toMatchObject({ error: { code: "unauthorized", message: expect.any(String) } });
});

test.for(calls)("GET $path explains how to call it", async ({ path }) => {
  const answer = await rawRequest(mila.url, path);
  expect([answer.status, answer.headers.allow]).toEqual([405, "POST"]);
});

function call(path: string, headers: Record<string, string>) {
  return rawRequest(mila.url, path, {
    method: "POST",
    body: "{}",
    headers: { "content-type": "application/json", ...headers },
  });
}
