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
  const places: number[] = [];
  // A busy machine may send the last request when most are answered.
  while (places.length < 5 && !places.some((place) => place < 20)) {
    const order: string[] = [];
    const ask = async (name: string, family: SignedInFamily, path: string) => {
      const { status } = await open(family, path);
      order.push(name);
      return status;
    };
    const crowded = Array.from({ length: 40 }, () => ask("crowd", crowd, "/family?pages=2"));
    expect(await ask("sam", sam, "/dashboard")).toBe(200);
    expect(new Set(await Promise.all(crowded))).toEqual(new Set([200]));
    places.push(order.indexOf("sam"));
  }
  expect(Math.min(...places)).toBeLessThan(20);
});

test("who waits too long reads so, with a button to try again", async () => {
  const crowd = await newBusyFamily();
  // From now on, its session is known.
  await open(crowd, "/dashboard");
  const ending = new AbortController();
  const statuses = new Set<number>();
  let answer: Awaited<ReturnType<typeof open>> | undefined;
  // As often as it takes: a fast server answers many before a busy machine has sent them all.
  const crowded = Array.from({ length: 120 }, async () => {
    while (!ending.signal.aborted) {
      const one = await open(crowd, "/family?pages=2");
      statuses.add(one.status);
      if (one.status !== 503) continue;
      answer = one;
      ending.abort();
    }
  });
  await Promise.all(crowded);
  expect(statuses).toEqual(new Set([200, 503]));
  expect(answer?.headers["retry-after"]).toBe("3");
  expect(answer?.text).toContain("One moment, please");
  expect(answer?.text).toContain("Nothing was lost.");
  expect(answer?.text).toMatch(/<a[^>]+href=""[^>]*>\s*Try again/);
});
