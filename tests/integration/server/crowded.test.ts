import { afterAll, beforeAll, expect, test } from "vitest";
import { v7 as newId } from "uuid";
import { nowIso } from "#app/domain/core/time.ts";
import { type RawAnswer, rawPost, rawRequest } from "../../support/product/raw-request.ts";
import { type SharedMila, sharedMila } from "../../support/product/shared-mila.ts";
import { type SignedInFamily, signedInFamily } from "../security/signed-in.ts";

let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

const open = ({ cookie }: SignedInFamily, path: string) =>
  rawRequest(mila.url, path, { headers: { cookie } });

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
    // On a busy machine, the last of the crowd wait too long, and press "Try again".
    const crowded = Array.from({ length: 40 }, async () => {
      let status = await ask("crowd", crowd, "/family?pages=2");
      while (status === 503) status = await ask("crowd", crowd, "/family?pages=2");
      return status;
    });
    expect(await ask("sam", sam, "/dashboard")).toBe(200);
    expect(new Set(await Promise.all(crowded))).toEqual(new Set([200]));
    places.push(order.indexOf("sam"));
  }
  expect(Math.min(...places)).toBeLessThan(20);
});

/**
 * Sends many at once, until one has waited too long: a fast server answers many before a busy
 * machine has sent them all.
 */
async function crowdOut(
  send: () => Promise<RawAnswer>,
): Promise<{ refused: RawAnswer; others: Set<number> }> {
  const refused: RawAnswer[] = [];
  const others = new Set<number>();
  const crowded = Array.from({ length: 120 }, async () => {
    while (refused.length === 0) {
      const one = await send();
      if (one.status === 503) refused.push(one);
      else others.add(one.status);
    }
  });
  await Promise.all(crowded);
  return { refused: refused[0]!, others };
}

test("who waits too long reads so, with a button to try again", async () => {
  const crowd = await newBusyFamily();
  // From now on, its session is known.
  await open(crowd, "/dashboard");
  const { refused, others } = await crowdOut(() => open(crowd, "/family?pages=2"));
  expect(others).toEqual(new Set([200]));
  expect(refused.headers["retry-after"]).toBe("3");
  expect(refused.text).toContain("One moment, please");
  expect(refused.text).toContain("Nothing was lost.");
  expect(refused.text).toMatch(/<a[^>]+href=""[^>]*>\s*Try again/);
});

test("a form that waits too long says what was not saved, and keeps it", async () => {
  const crowd = await newBusyFamily();
  await open(crowd, "/dashboard");
  const form = { text: "Call the dentist about Emma", requestId: newId() };
  const { refused } = await crowdOut(() =>
    rawPost(mila.url, "/dashboard", form, { cookie: crowd.cookie }),
  );
  expect(refused.text).toContain("Not saved");
  expect(refused.text).toContain("Many of your family");
  expect(refused.text).toContain(form.text);
});
