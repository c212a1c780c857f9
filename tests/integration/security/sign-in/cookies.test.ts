import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { depth } from "../../../support/runner/depth.ts";
import { rawPost, rawRequest } from "../../../support/product/raw-request.ts";
import { type SharedMila, sharedMila } from "../../../support/product/shared-mila.ts";
import { signedInFamily } from "../signed-in.ts";

let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64");

test.for([
  ["empty", ""],
  ["garbage", "garbage"],
  ["huge", "x".repeat(12_000)],
  ["of broken percent signs", "%E0%A4%A"],
  ["of nothing but a percent sign", "%"],
  ["not base64", "{'a': 1}"],
  ["an object", encoded({ userId: "1" })],
  ["a list", encoded(["a"])],
  ["a number", encoded(7)],
  ["null", encoded(null)],
  ["an empty text", encoded("")],
  ["a long text", encoded("a".repeat(3_000))],
  ["a text of another format", encoded("a'; drop table sessions; --")],
  ["a NUL", encoded("\0")],
  ["a signed value", `${encoded("a")}.c2lnbmF0dXJl`],
])("a cookie that is %s identifies nobody and causes no error", async ([, value]) => {
  for (const name of ["mila_session", "mila_toast", "mila_theme", "mila_last_user"]) {
    const headers = { cookie: `${name}=${value}` };
    const page = await rawRequest(mila.url, "/dashboard", { headers });
    expect([name, page.status, page.headers.location]).toEqual([
      name,
      303,
      "/auth?redirectTo=%2Fdashboard",
    ]);
    const signIn = await rawRequest(mila.url, "/auth", { headers });
    const signOut = await rawPost(mila.url, "/sign-out", {}, headers);
    expect([name, signIn.status, signOut.status]).toEqual([name, 200, 303]);
  }
});

test("a session cookie with any character changed identifies nobody", async () => {
  const { cookie } = await signedInFamily(mila.db);
  const start = cookie.indexOf("=") + 3;
  const end = cookie.length - 4;
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: start, max: end }),
      fc.constantFrom(..."AZaz09"),
      async (at, character) => {
        fc.pre(cookie[at] !== character);
        const tampered = cookie.slice(0, at) + character + cookie.slice(at + 1);
        const answer = await rawRequest(mila.url, "/dashboard", { headers: { cookie: tampered } });
        expect(answer.status).toBe(303);
      },
    ),
    depth({ full: 50 }),
  );
});

test("another site's cookie cannot put a message on a page", async () => {
  const { cookie } = await signedInFamily(mila.db);
  const forged = encoded({ id: "1", kind: "error", title: "Call this number", undo: "/sign-out" });
  for (const value of [forged, `${forged}.`, `${forged}.c2lnbmF0dXJl`]) {
    const headers = { cookie: `${cookie}; mila_toast=${value}` };
    const page = await rawRequest(mila.url, "/dashboard", { headers });
    expect([page.status, page.text]).toEqual([
      200,
      expect.not.stringContaining("Call this number"),
    ]);
  }
});
