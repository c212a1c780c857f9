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
  let answered = 0;
  const ending = new AbortController();
  const crowded = Array.from({ length: 40 }, async () => {
    while (!ending.signal.aborted) {
      await open(crowd, "/family?pages=2");
      answered += 1;
    }
  });
  const between: number[] = [];
  for (let page = 0; page < 5; page += 1) {
    const before = answered;
    expect((await open(sam, "/dashboard")).status).toBe(200);
    between.push(answered - before);
  }
  ending.abort();
  await Promise.all(crowded);
  // A busy machine may be late with one of them.
  const [, , middle] = between.toSorted((one, other) => one - other);
  expect(middle).toBeLessThan(20);
});

test("who waits too long reads so, with a button to try again", async () => {
  const crowd = await newBusyFamily();
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
