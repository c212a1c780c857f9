import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import { startMila } from "../../../support/product/mila.ts";
import { type SharedMila, sharedMila } from "../../../support/product/shared-mila.ts";
import { newFamily, Visitor } from "../../../support/product/visitor.ts";
import { addFailures } from "../../../support/records/limit-events.ts";

const right = "correct horse 7";
const wrong = "wrong horse 7";
const tooMany = "Too many tries";

async function signIn(
  url: string,
  email: string,
  password: string,
  headers: Record<string, string> = {},
) {
  const startedAt = performance.now();
  const response = await new Visitor(url).post("/auth", { email, password }, headers);
  return {
    status: response.status,
    text: await response.text(),
    ms: performance.now() - startedAt,
  };
}

test("the right password works after a few wrong ones", async () => {
  await using mila = await sharedMila();
  const { email } = await newFamily(mila);
  for (let failure = 1; failure <= 5; failure += 1)
    expect((await signIn(mila.url, email, wrong)).status).toBe(400);
  expect((await signIn(mila.url, email, right)).status).toBe(303);
});

test("after 10 failures an account responds slowly but admits its owner, even after a restart", async () => {
  using data = temporaryFolder();
  const email = await withMila(data.folder, async (url) => {
    const family = await newFamily({ url });
    for (let failure = 1; failure <= 10; failure += 1) await signIn(url, family.email, wrong);
    return family.email;
  });
  await withMila(data.folder, async (url) => {
    // The first answer of a new start takes as long as the delay.
    await signIn(url, "nobody@example.com", wrong);
    // Side by side, and several others: on a busy machine, any answer may take a second.
    const [slow, ...others] = await Promise.all(
      [email, "nobody@example.com", "no-one@example.com", "none@example.com"].map((one) =>
        signIn(url, one, wrong),
      ),
    );
    expect([slow, ...others].map((answer) => answer?.status)).toEqual([400, 400, 400, 400]);
    expect(slow!.ms).toBeGreaterThan(1_000);
    expect(slow!.ms - Math.min(...others.map(({ ms }) => ms))).toBeGreaterThan(500);
    expect((await signIn(url, email, right)).status).toBe(303);
  });
});

test("after 30 failures a network address is refused for every account, even after a restart", async () => {
  using data = temporaryFolder();
  const email = await withMila(data.folder, async (url) => {
    const family = await newFamily({ url });
    for (let account = 1; account <= 30; account += 1) {
      const answer = await signIn(url, `nobody-${account}@example.com`, wrong);
      expect([account, answer.status]).toEqual([account, 400]);
    }
    return family.email;
  });
  await withMila(data.folder, async (url) => {
    for (const password of [right, wrong]) {
      const answer = await signIn(url, email, password);
      expect(answer).toMatchObject({ status: 429, text: expect.stringContaining(tooMany) });
    }
    const spoofed = await signIn(url, email, right, { "x-forwarded-for": "203.0.113.9" });
    expect(spoofed.status).toBe(429);
    const signUp = await new Visitor(url).post("/auth", {
      mode: "signup",
      email: "new@example.com",
      password: right,
    });
    expect(signUp.status).toBe(429);
  });
});

test("simultaneous failures are all counted", async () => {
  await using mila = await sharedMila();
  const statusOf = async (email: string): Promise<number> => {
    const { status } = await signIn(mila.url, email, wrong);
    // Too busy, which counts as no failure.
    return status === 503 ? statusOf(email) : status;
  };
  const tries = Array.from({ length: 40 }, (_, at) => statusOf(`nobody-${at}@example.com`));
  const statuses = await Promise.all(tries);
  expect(statuses.filter((status) => status === 400)).toHaveLength(30);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
});

test("a network address may try again after 15 minutes", async () => {
  await using mila = await sharedMila();
  const { email } = await newFamily(mila);
  await failManyTimes(mila, 30, earlierBy(nowIso(), { minutes: 15 }));
  expect((await signIn(mila.url, email, right)).status).toBe(303);
});

test("probing for accounts by signing up counts as a failure", async () => {
  await using mila = await sharedMila();
  const { email } = await newFamily(mila);
  await failManyTimes(mila, 29, nowIso());
  const signUp = () =>
    new Visitor(mila.url).post("/auth", { mode: "signup", email, password: right });
  expect([(await signUp()).status, (await signUp()).status]).toEqual([400, 429]);
});

test("behind a trusted proxy each client address counts separately and cannot be forged", async () => {
  await using mila = await sharedMila("connected");
  const { email } = await newFamily(mila);
  await failManyTimes(mila, 30, nowIso(), { "x-forwarded-for": "198.51.100.8, 203.0.113.9" });
  const from = async (address: string) =>
    (await signIn(mila.url, email, right, { "x-forwarded-for": address })).status;
  expect(await from("198.51.100.7, 203.0.113.9")).toBe(429);
  expect(await from("198.51.100.7")).toBe(303);
});

/** Records failures at a time. */
async function failManyTimes(
  mila: SharedMila,
  times: number,
  failedAt: string,
  headers = {},
): Promise<void> {
  await signIn(mila.url, "nobody@example.com", wrong, headers);
  const { key } = await mila.db
    .selectFrom("limit_events")
    .select("key")
    .where("rule", "=", "sign_ins")
    .executeTakeFirstOrThrow();
  await mila.db.deleteFrom("limit_events").execute();
  await addFailures(mila.db, { ipAddress: key }, times, failedAt);
}

function temporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), "mila-"));
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
}

async function withMila<T>(dataFolder: string, work: (url: string) => Promise<T>): Promise<T> {
  await using mila = await startMila({ DATA_DIR: dataFolder });
  return await work(mila.url);
}
