import { afterAll, beforeAll, expect, test } from "vitest";
import { v7 as newId } from "uuid";
import { nowIso } from "#app/domain/core/time.ts";
import { rawRequest } from "../../support/product/raw-request.ts";
import { type SharedMila, sharedMila } from "../../support/product/shared-mila.ts";
import { type SignedInFamily, signedInFamily } from "../security/signed-in.ts";

let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

const open = ({ cookie }: SignedInFamily, path: string) => rawRequest(mila.url, path, { headers: { cookie } });

async function newBusyFamily(): Promise<SignedInFamily> {
  const family = await signedInFamily(mila.db);
  const tasks = Array.from({ length: 400 }, (_, index) => ({
    id: newId(),
    household_id: family.householdId,
    user_id: family.userId,
    title: `Errand ${index}`,
    category: "Household" as const,
    created_at: nowIso(),
  }));
  await mila.db.insertInto("tasks").values(tasks).execute();
  return family;
}

test("a household whose long pages open all at once lets another's in between", async () => {
  const [crowd, sam] = [await newBusyFamily(), await signedInFamily(mila.db)];
  const order: string[] = [];
  const ask = async (name: string, family: SignedInFamily, path: string) => {
    const { status } = await open(family, path);
    order.push(name);
    return status;
  };
  const crowded = Array.from({ length: 40 }, () => ask("crowd", crowd, "/family?pages=2"));
  const others = ask("sam", sam, "/dashboard");
  expect(await others).toBe(200);
  expect(new Set(await Promise.all(crowded))).toEqual(new Set([200]));
  expect(order.indexOf("sam")).toBeLessThan(20);
});

test("who waits too long reads so, with a button to try again", async () => {
  const crowd = await newBusyFamily();
  const answers = await Promise.all(Array.from({ length: 120 }, () => open(crowd, "/family?pages=2")));
  const refused = answers.filter(({ status }) => status === 503);
  expect(answers.filter(({ status }) => status === 200).length + refused.length).toBe(120);
  const [answer] = refused;
  expect(answer?.headers["retry-after"]).toBe("3");
  expect(answer?.text).toContain("One moment, please");
  expect(answer?.text).toContain("Nothing was lost.");
  expect(answer?.text).toMatch(/<a[^>]+href=""[^>]*>\s*Try again/);
});
