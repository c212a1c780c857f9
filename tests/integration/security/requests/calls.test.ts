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
    const answer = await call(path, { cookie, ...headers });
    const message = "It came from another website, so nothing was changed.";
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      403,
      { error: { code: "forbidden", message } },
    ]);
  }
});

test.for(calls)("POST $path with a body that is too large is refused in JSON", async ({ path }) => {
  const answer = await call(path, {}, "x".repeat(300_000));
  expect([answer.status, JSON.parse(answer.text)]).toMatchObject([
    413,
    { error: { code: "too_large" } },
  ]);
});

const oddBodies = ["{}", "[]", "null", "1", '"text"', '{"task":{}}', '{"task":1,"taskId":1}'];
const oddValues = [null, 1, "", " ", [], {}, "x".repeat(5_000)];
const fields = [
  "text",
  "timeZone",
  "nowIso",
  "taskId",
  "familyMemberId",
  "inviteeEmail",
  "householdId",
  "token",
];

test.for(calls)("POST $path explains odd bodies in Mila's words", async ({ path }) => {
  const { cookie } = await signedInFamily(mila.db);
  const bodies = oddValues.map((value) =>
    JSON.stringify(Object.fromEntries(fields.map((field) => [field, value]))),
  );
  for (const body of [...oddBodies, ...bodies]) {
    const { text } = await call(path, { cookie }, body);
    const { error } = JSON.parse(text) as {
      error: { message: string; fields?: Record<string, string[]> };
    };
    for (const words of [error.message, ...Object.values(error.fields ?? {}).flat()]) {
      expect(words).toMatch(/^[A-Z]/);
      expect(words).not.toMatch(/invalid (input|option|string)|expected|received|too (big|small)/i);
    }
  }
});

test("an invitation without an address asks for one", async () => {
  const { cookie, householdId } = await signedInFamily(mila.db);
  for (const inviteeEmail of ["", "  ", null, undefined]) {
    const body = JSON.stringify({ inviteeEmail, householdId });
    const answer = await call("/api/send-family-invitation", { cookie }, body);
    const message = "Please enter an email address";
    const error = { code: "invalid", message, fields: { inviteeEmail: [message] } };
    expect([answer.status, JSON.parse(answer.text)]).toEqual([422, { error }]);
  }
});

test.for(calls)("POST $path without a session is refused in JSON", async ({ path }) => {
  const answer = await call(path, {});
  expect(answer.status).toBe(401);
  expect(JSON.parse(answer.text)).toMatchObject({
    error: { code: "unauthorized", message: expect.any(String) },
  });
});

test.for(calls)("GET $path explains how to call it", async ({ path }) => {
  const answer = await rawRequest(mila.url, path);
  expect([answer.status, answer.headers.allow]).toEqual([405, "POST"]);
});

function call(path: string, headers: Record<string, string>, body = "{}") {
  return rawRequest(mila.url, path, {
    method: "POST",
    body,
    headers: { "content-type": "application/json", ...headers },
  });
}
