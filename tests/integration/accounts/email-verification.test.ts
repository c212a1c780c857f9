import { afterAll, beforeAll, expect, test } from "vitest";
import { emailVerificationLink } from "#app/domain/core/links.server.ts";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import { readSecrets } from "#app/config/secrets.server.ts";
import { rawPost, rawRequest } from "../../support/product/raw-request.ts";
import { type SharedMila, sharedMila } from "../../support/product/shared-mila.ts";
import { newFamily } from "../../support/product/visitor.ts";
import { dump } from "../security/households/dump.ts";
import { signedInFamily } from "../security/signed-in.ts";

let mila: SharedMila;
let linkKey: string;

beforeAll(async () => {
  mila = await sharedMila("connected");
  linkKey = readSecrets(mila.dataFolder).link;
});

afterAll(() => mila[Symbol.asyncDispose]());

const userOf = (email: string) =>
  mila.db.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirstOrThrow();

const verificationsOf = (userId: string) =>
  mila.db
    .selectFrom("email_verifications")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("id", "desc")
    .execute();

async function linkOf(userId: string): Promise<string> {
  const [newest] = await verificationsOf(userId);
  return emailVerificationLink({ origin: "", linkKey }, newest?.id ?? "none");
}

/** Without the worker's own writes. */
const dumpOfWeb = async () =>
  (await dump(mila.db)).filter((line) => !line.startsWith("deliveries "));

test("signing up sends a link that confirms the address by a button, not by opening it", async () => {
  const family = await newFamily(mila);
  const { id, email_verified_at } = await userOf(family.email);
  expect(email_verified_at).toBeNull();
  const [verification] = await verificationsOf(id);
  const deliveries = mila.db.selectFrom("deliveries").selectAll().where("user_id", "=", id);
  expect(await deliveries.execute()).toMatchObject([
    { kind: "email_verification", channel: "email", subject_id: verification?.id },
  ]);

  const link = await linkOf(id);
  const before = await dumpOfWeb();
  for (const method of ["GET", "HEAD"]) await rawRequest(mila.url, link, { method });
  expect(await (await family.get(link)).text()).toContain("Yes, confirm it");
  expect(await dumpOfWeb()).toEqual(before);

  const answer = await family.post(link);
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/dashboard"]);
  expect((await userOf(family.email)).email_verified_at).not.toBeNull();
  expect((await rawRequest(mila.url, link)).text).toContain("Your email address is confirmed");
});

test("a new link ends the previous one, and a fourth within an hour is not made", async () => {
  const family = await newFamily(mila);
  const { id } = await userOf(family.email);
  const first = await linkOf(id);
  for (let asked = 1; asked <= 4; asked += 1) {
    const answer = await family.post("/auth/verify");
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/auth/verify"]);
  }
  expect(await verificationsOf(id)).toHaveLength(3);
  expect(await (await family.get("/auth/verify")).text()).toContain("Too many tries");
  expect((await rawPost(mila.url, first, {})).headers.location).toBe("/auth/verify");
  expect((await userOf(family.email)).email_verified_at).toBeNull();
  expect((await family.post(await linkOf(id))).headers.get("location")).toBe("/dashboard");
});

test("a link expires after a day", async () => {
  const family = await newFamily(mila);
  const { id } = await userOf(family.email);
  const requested_at = earlierBy(nowIso(), { hours: 24 });
  await mila.db
    .updateTable("email_verifications")
    .set({ requested_at })
    .where("user_id", "=", id)
    .execute();
  expect((await rawRequest(mila.url, await linkOf(id))).text).toContain(
    "This link no longer works",
  );
  await rawPost(mila.url, await linkOf(id), {});
  expect((await userOf(family.email)).email_verified_at).toBeNull();
});

test("confirming never takes an address from another account", async () => {
  const [ours, theirs] = [await signedInFamily(mila.db), await newFamily(mila)];
  const id = crypto.randomUUID();
  await mila.db
    .insertInto("email_verifications")
    .values({ id, user_id: ours.userId, email: theirs.email, requested_at: nowIso() })
    .execute();
  const before = await dumpOfWeb();
  const answer = await rawPost(mila.url, await linkOf(ours.userId), {});
  expect(answer.headers.location).toBe("/auth/verify");
  expect(await dumpOfWeb()).toEqual(before);
});

test("a change of address takes effect when the account confirms it", async () => {
  const ours = await signedInFamily(mila.db);
  const email = `new-${ours.userId}@example.com`;
  const users = () => mila.db.selectFrom("users").select("id").where("email", "=", email).execute();
  await mila.db
    .insertInto("email_verifications")
    .values({ id: crypto.randomUUID(), user_id: ours.userId, email, requested_at: nowIso() })
    .execute();
  const elsewhere = await rawPost(mila.url, await linkOf(ours.userId), {});
  expect(elsewhere.headers.location).toBe(
    `/auth?${new URLSearchParams({ redirectTo: await linkOf(ours.userId) })}`,
  );
  expect(await users()).toEqual([]);
  await rawPost(mila.url, await linkOf(ours.userId), {}, { cookie: ours.cookie });
  expect(await userOf(email)).toMatchObject({
    id: ours.userId,
    email_verified_at: expect.any(String),
  });
});

test("without email every address counts as confirmed, and no confirmation is asked for", async () => {
  await using silent = await sharedMila();
  const family = await newFamily(silent);
  expect(await silent.db.selectFrom("email_verifications").selectAll().execute()).toEqual([]);
  expect(await (await family.get("/auth/verify")).text()).toContain(
    "Your email address is confirmed",
  );
  await family.post("/auth/verify");
  expect(await silent.db.selectFrom("deliveries").selectAll().execute()).toEqual([]);
});
