import { afterAll, beforeAll, expect, test } from "vitest";
import { type SharedMila, sharedMila } from "../../../support/product/shared-mila.ts";
import { newFamily, Visitor } from "../../../support/product/visitor.ts";
import { addFailures } from "../../../support/records/limit-events.ts";

const password = "correct horse 7";
const address = "127.0.0.1";

let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

async function failThirtyTimes(countedAs: string): Promise<void> {
  await addFailures(mila.db, { ipAddress: countedAs }, 30);
}

async function signIn(email: string, device?: string): Promise<number> {
  const visitor = new Visitor(mila.url);
  if (device) visitor.setCookie("mila_device", device);
  return (await visitor.post("/auth", { email, password })).status;
}

test("once five people share an address, strangers there lock out nobody, and the administrator is told", async () => {
  const first = await newFamily(mila);
  const instancePage = async () => (await first.get("/preferences/instance")).text();
  for (let more = 1; more <= 3; more += 1) await newFamily(mila);
  await failThirtyTimes(address);
  expect(await signIn(first.email)).toBe(429);
  await first.get("/dashboard");
  expect(await signIn(first.email, first.cookie("mila_device"))).toBe(303);
  expect(await instancePage()).not.toContain("people used Mila from");
  await mila.db.deleteFrom("limit_events").execute();

  const fifth = await newFamily(mila);
  expect(await instancePage()).toContain(
    `5 people used Mila from ${address} in the last 24 hours.`,
  );
  await failThirtyTimes(address);
  expect(await signIn(first.email)).toBe(303);

  await fifth.get("/dashboard");
  const device = fifth.cookie("mila_device") ?? "";
  await failThirtyTimes(`account ${fifth.email}`);
  expect(await signIn(fifth.email)).toBe(429);
  expect(await signIn(fifth.email, device)).toBe(303);
  await failThirtyTimes(`account ${first.email}`);
  // Another account's device is no way around its limit.
  expect(await signIn(first.email, device)).toBe(429);
});
