import { afterAll, beforeAll, expect, test } from "vitest";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import { linkToken } from "#app/domain/core/link-token.server.ts";
import { readSecrets } from "#app/config/secrets.server.ts";
import {
  setNewPassword,
  dumpWithoutDeliveries,
  newLink,
  newPassword,
  listResets,
  rightPassword,
  signInStatus,
} from "../../support/people/password-reset.ts";
import { rawRequest } from "../../support/product/raw-request.ts";
import { type SharedMila, sharedMila } from "../../support/product/shared-mila.ts";
import { newFamily, Visitor } from "../../support/product/visitor.ts";

let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila("connected");
});

afterAll(() => mila[Symbol.asyncDispose]());

test("a link sets a new password once and ends every session", async () => {
  const family = await newFamily(mila);
  const link = await newLink(mila, family.email);
  expect(await rawRequest(mila.url, link)).toMatchObject({
    status: 200,
    text: expect.stringContaining("New password"),
  });
  const answer = await setNewPassword(mila, link);
  expect([answer.status, answer.headers.location]).toEqual([303, "/auth"]);
  // It signs nobody in.
  expect(String(answer.headers["set-cookie"])).not.toContain("mila_session");
  const visitor = new Visitor(mila.url);
  const after = await visitor.follow(
    await visitor.post(await newLink(mila, family.email), { password: newPassword }),
  );
  expect(await after.text()).toMatch(/Password changed.*signed out everywhere/s);
  expect((await family.get("/dashboard")).headers.get("location")).toContain("/auth?redirectTo=");
  expect([
    await signInStatus(mila, family.email, rightPassword),
    await signInStatus(mila, family.email, newPassword),
  ]).toEqual([400, 303]);

  expect((await setNewPassword(mila, link, "third horse 9")).headers.location).toBe("/auth/reset");
  expect(await signInStatus(mila, family.email, newPassword)).toBe(303);
});

test("a newer link cancels the older one", async () => {
  const family = await newFamily(mila);
  const [older, newer] = [await newLink(mila, family.email), await newLink(mila, family.email)];
  expect((await rawRequest(mila.url, older)).text).toContain("This link no longer works");
  expect((await setNewPassword(mila, older)).headers.location).toBe("/auth/reset");
  expect(await signInStatus(mila, family.email, rightPassword)).toBe(303);
  expect((await setNewPassword(mila, newer)).headers.location).toBe("/auth");
});

test.for([
  [29, "/auth"],
  [31, "/auth/reset"],
] as const)("a link that is %i minutes old leads to %s", async ([minutes, location]) => {
  const family = await newFamily(mila);
  const link = await newLink(mila, family.email);
  const [reset] = await listResets(mila, family.email);
  const requested_at = earlierBy(nowIso(), { minutes: minutes });
  await mila.db
    .updateTable("password_resets")
    .set({ requested_at })
    .where("id", "=", reset?.id ?? "")
    .execute();
  expect((await setNewPassword(mila, link)).headers.location).toBe(location);
});

test("made-up links change nothing", async () => {
  const family = await newFamily(mila);
  await newLink(mila, family.email);
  const [reset] = await listResets(mila, family.email);
  const id = reset?.id ?? "";
  const right43 = linkToken(readSecrets(mila.dataFolder).link, "password-reset", id);
  const before = await dumpWithoutDeliveries(mila);
  for (const token of [
    "",
    id,
    linkToken(readSecrets(mila.dataFolder).link, "email-verification", id),
    linkToken("another key", "password-reset", id),
    `${right43}A`,
    right43.slice(0, -1),
    right43.toUpperCase(),
    `${"0".repeat(8)}${right43.slice(8)}`,
  ]) {
    const search = new URLSearchParams({ token });
    const page = await rawRequest(mila.url, `/auth/reset?${search}`);
    expect([token, page.status, page.text]).toEqual([
      token,
      200,
      expect.stringContaining("no longer works"),
    ]);
    expect((await setNewPassword(mila, `/auth/reset?${search}`)).headers.location).toBe(
      "/auth/reset",
    );
  }
  expect(await dumpWithoutDeliveries(mila)).toEqual(before);
});

test("opening the link changes nothing, however often", async () => {
  const family = await newFamily(mila);
  const link = await newLink(mila, family.email);
  const before = await dumpWithoutDeliveries(mila);
  for (const method of ["GET", "HEAD", "GET"]) await rawRequest(mila.url, link, { method });
  await rawRequest(mila.url, link.replace("/auth/reset", "/auth/reset.data"));
  expect(await dumpWithoutDeliveries(mila)).toEqual(before);
  expect((await setNewPassword(mila, link)).headers.location).toBe("/auth");
});

test.for([
  ["m1Lk.", "at least 6 characters"],
  ["x".repeat(129), "at most 128 characters"],
  ["iloveyou", "This password is too common"],
])(
  "the new password %j is refused, and the link still works",
  async ([password = "", reason = ""]) => {
    const family = await newFamily(mila);
    const link = await newLink(mila, family.email);
    const refused = await setNewPassword(mila, link, password);
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining(reason)]);
    expect(refused.text).not.toContain(`"${password}"`);
    expect((await setNewPassword(mila, link)).headers.location).toBe("/auth");
  },
);

test("only one of two simultaneous uses of a link succeeds", async () => {
  const family = await newFamily(mila);
  const link = await newLink(mila, family.email);
  const answers = await Promise.all([
    setNewPassword(mila, link, "first horse 8"),
    setNewPassword(mila, link, "second horse 9"),
  ]);
  expect(answers.map(({ headers }) => headers.location).toSorted()).toEqual([
    "/auth",
    "/auth/reset",
  ]);
});
