import { afterAll, beforeAll, expect, test } from "vitest";
import { GoogleVisitor } from "../../../support/browser/google-visitor.ts";
import { newFamily } from "../../../support/product/visitor.ts";
import { dump } from "../households/dump.ts";
import { type MilaWithGoogle, sharedMilaWithGoogle } from "./google-mila.ts";
import { startMilaWithDatabase } from "../signed-in.ts";
import { addFailures } from "../../../support/records/limit-events.ts";

let shared: MilaWithGoogle;
let google: MilaWithGoogle["google"];
let mila: MilaWithGoogle["mila"];
let people = 0;

beforeAll(async () => {
  shared = await sharedMilaWithGoogle();
  ({ google, mila } = shared);
});

afterAll(() => shared[Symbol.asyncDispose]());

const newVisitor = () => new GoogleVisitor(mila.url, google);
const newAddress = () => `taken-${(people += 1)}@example.com`;
const userOf = (email: string) =>
  mila.db.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirstOrThrow();
const linksOf = (userId: string) =>
  mila.db.selectFrom("google_accounts").selectAll().where("user_id", "=", userId).execute();

async function verified() {
  const family = await newFamily(mila);
  const email_verified_at = "2026-01-01T00:00:00.000Z";
  await mila.db
    .updateTable("users")
    .set({ email_verified_at })
    .where("email", "=", family.email)
    .execute();
  return family;
}

test("an account whose address was never confirmed goes to the Google user with that address", async () => {
  const squatter = await newFamily(mila);
  const { id, password_hash } = await userOf(squatter.email);
  expect(password_hash).not.toBeNull();
  await squatter.post("/preferences/account/email", {
    email: newAddress(),
    password: "correct horse 7",
  });
  await squatter.post("/preferences/notifications", {
    phoneNumber: "(201) 555-0123",
    smsEnabled: "on",
  });

  const visitor = newVisitor();
  const answer = await visitor.signIn(squatter.email);
  expect(await (await visitor.follow(answer)).text()).toContain("I removed their password");
  expect(await userOf(squatter.email)).toMatchObject({
    id,
    password_hash: null,
    email_verified_at: expect.any(String),
  });
  expect(await linksOf(id)).toHaveLength(1);

  // Neither session, password nor pending address change leads back in.
  expect((await squatter.get("/dashboard")).headers.get("location")).toContain("/auth");
  expect(
    (await squatter.post("/auth", { email: squatter.email, password: "correct horse 7" })).status,
  ).toBe(400);
  const verifications = mila.db
    .selectFrom("email_verifications")
    .selectAll()
    .where("user_id", "=", id);
  expect(await verifications.execute()).toEqual([]);
  const preferences = mila.db.selectFrom("user_preferences").selectAll().where("user_id", "=", id);
  expect(await preferences.executeTakeFirstOrThrow()).toMatchObject({
    phone_number: null,
    sms_enabled: 0,
  });
});

test("an account with a confirmed address requires its password before signing anyone in", async () => {
  const family = await verified();
  const { id } = await userOf(family.email);
  const visitor = newVisitor();
  const back = await visitor.consent(family.email, { redirectTo: "/family" });
  const before = await dump(mila.db);
  const answer = await visitor.get(back);
  expect(answer.headers.get("location")).toBe("/auth/google/link");
  expect(await (await visitor.follow(answer)).text()).toContain(family.email);
  expect(visitor.cookie("mila_session")).toBeUndefined();
  expect(await dump(mila.db)).toEqual(before);
  expect(visitor.cookie("mila_google_link")).not.toContain("sub-");

  const wrong = await visitor.post("/auth/google/link", { password: "wrong horse 8" });
  expect(wrong.status).toBe(400);
  expect(await wrong.text()).toContain("Wrong password for this account");
  expect(await linksOf(id)).toEqual([]);

  const right = await visitor.post("/auth/google/link", { password: "correct horse 7" });
  expect([right.status, right.headers.get("location")]).toEqual([303, "/family"]);
  expect((await visitor.get("/family")).status).toBe(200);
  expect(await linksOf(id)).toHaveLength(1);
  expect((await newVisitor().signIn(family.email)).headers.get("location")).toBe("/dashboard");
  expect(await userOf(family.email)).toMatchObject({ id, password_hash: expect.any(String) });
});

test("a link request is bound to its browser and cannot be forged", async () => {
  for (const value of [
    "none",
    encodeURIComponent(btoa('"none"')),
    encodeURIComponent(btoa("{}")),
  ]) {
    const visitor = newVisitor();
    visitor.setCookie("mila_google_link", value);
    for (const answer of [
      await visitor.get("/auth/google/link"),
      await visitor.post("/auth/google/link", { password: "correct horse 7" }),
    ]) {
      expect([answer.status, answer.headers.get("location")]).toEqual([303, "/auth"]);
    }
  }
});

test("guessing the password while linking is limited like signing in", async () => {
  const family = await verified();
  const visitor = newVisitor();
  await visitor.signIn(family.email);
  await addFailures(mila.db, { ipAddress: "127.0.0.1" }, 30);
  const answer = await visitor.post("/auth/google/link", { password: "correct horse 7" });
  await mila.db.deleteFrom("limit_events").execute();
  expect(answer.status).toBe(429);
  expect(await linksOf((await userOf(family.email)).id)).toEqual([]);
});

test("an address linked to one Google account cannot be linked to another", async () => {
  const email = newAddress();
  await newVisitor().signIn(email);
  const { id } = await userOf(email);
  google.person(email, { sub: "somebody-else" });
  const visitor = newVisitor();
  const page = await visitor.follow(await visitor.signIn(email));
  expect(await page.text()).toContain("is linked to a different Google account");
  expect(visitor.cookie("mila_session")).toBeUndefined();
  expect(await linksOf(id)).toMatchObject([{ sub: `sub-${email}` }]);
});

test("without email every address counts as confirmed, and the password is required", async () => {
  await using silent = await startMilaWithDatabase(google.settings);
  const family = await newFamily(silent);
  const visitor = new GoogleVisitor(silent.url, google);
  expect((await visitor.signIn(family.email)).headers.get("location")).toBe("/auth/google/link");
});
