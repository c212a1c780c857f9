import { afterAll, beforeAll, expect, test } from "vitest";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import { addSessions } from "../../../support/records/add-sessions.ts";
import { newSam } from "../../../support/people/second-parent.ts";
import { type SharedMila, sharedMila } from "../../../support/product/shared-mila.ts";
import { newFamily, Visitor } from "../../../support/product/visitor.ts";

const password = "correct horse 7";
let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

async function signIn(email: string, secret = password) {
  const visitor = new Visitor(mila.url);
  return { visitor, status: (await visitor.post("/auth", { email, password: secret })).status };
}

test("a new password ends every other session and invalidates the old one", async () => {
  const family = await newFamily(mila);
  const { visitor: elsewhere } = await signIn(family.email);
  const change = (currentPassword: string, newPassword: string) =>
    family.post("/preferences/account/password", { currentPassword, newPassword });
  const wrong = await change("wrong horse 8", "another horse 9");
  expect([wrong.status, await wrong.text()]).toEqual([
    400,
    expect.stringContaining("Wrong password"),
  ]);
  expect((await change(password, "password1")).status).toBe(400);
  expect((await change(password, "another horse 9")).status).toBe(303);
  expect((await family.get("/dashboard")).status).toBe(200);
  expect((await elsewhere.get("/dashboard")).status).toBe(303);
  expect((await signIn(family.email)).status).toBe(400);
  expect((await signIn(family.email, "another horse 9")).status).toBe(303);
});

test("an expired session is not listed", async () => {
  const family = await newFamily(mila);
  await signIn(family.email);
  const count = async () =>
    (await (await family.get("/preferences/account")).text()).match(/\/sessions\/[\w-]+\/end/g)
      ?.length;
  expect(await count()).toBe(1);
  const since = earlierBy(nowIso(), { hours: 24 * 61 });
  const newest = mila.db.selectFrom("sessions").select("id").orderBy("created_at", "desc").limit(1);
  await mila.db
    .updateTable("sessions")
    .set({ created_at: since })
    .where("id", "=", newest)
    .execute();
  expect(await count()).toBeUndefined();
});

test("changing the address requires the password and takes effect at once without email", async () => {
  const [family, other] = [await newFamily(mila), await newFamily(mila)];
  const email = `new-${family.email}`;
  const change = (fields: Record<string, string>) =>
    family.post("/preferences/account/email", fields);
  expect((await change({ email, password: "wrong horse 8" })).status).toBe(400);
  expect((await change({ email: other.email, password })).status).toBe(400);
  expect((await change({ email, password })).status).toBe(303);
  expect((await signIn(family.email)).status).toBe(400);
  expect((await signIn(email)).status).toBe(303);
});

test("a user can list and end their sessions", async () => {
  const family = await newFamily(mila);
  const { visitor: elsewhere } = await signIn(family.email);
  const page = await (await family.get("/preferences/account")).text();
  const [path = ""] = /\/preferences\/account\/sessions\/[\w-]+\/end/.exec(page) ?? [];
  expect((await family.post(path)).status).toBe(303);
  expect((await elsewhere.get("/dashboard")).status).toBe(303);
  expect((await family.get("/dashboard")).status).toBe(200);
});

test("thousands of sessions come a hundred to a page, each once and the present one first", async () => {
  const family = await newFamily(mila);
  const others = 250;
  await addSessions(mila.db, family.email, others);
  const listed: string[] = [];
  const lengths: number[] = [];
  const isPresentFirst: (boolean | undefined)[] = [];
  let path: string | undefined = "/preferences/account";
  while (path) {
    const page: string = await (await family.get(path)).text();
    const found = [...page.matchAll(/\/sessions\/([\w-]+)\/end/g)].map(([, id = ""]) => id);
    isPresentFirst.push(
      page.split("sessions-heading").at(-1)?.split("</li>")[0]?.includes("(this device)"),
    );
    listed.push(...found);
    lengths.push(found.length);
    path = /href="(\/preferences\/account\?before=[^"]+)"/.exec(page)?.[1];
  }
  expect(lengths).toEqual([100, 100, 50]);
  expect(isPresentFirst).toEqual([true, false, false]);
  expect(new Set(listed).size).toBe(others);
});

test("the export has all of a user's data but no secrets", async () => {
  const family = await newFamily(mila);
  await family.post("/dashboard", { text: "Order groceries" });
  await family.post("/preferences/family/members", { name: "Sam", relation: "spouse" });
  await family.post("/preferences/calendar/feed", { elders: "on" });
  const answer = await family.get("/preferences/account/export");
  expect(answer.headers.get("content-disposition")).toBe('attachment; filename="mila.json"');
  const text = await answer.text();
  expect(JSON.parse(text)).toMatchObject({
    account: { email: family.email },
    tasks: [{ title: "Order groceries" }],
    people: expect.arrayContaining([expect.objectContaining({ name: "Sam" })]),
    calendar_feed: { categories: "Elders" },
  });
  expect(text.replace('"access_tokens"', "")).not.toMatch(/password|token|argon2/);
});

test("deleting an account deletes everything that was only its own", async () => {
  const family = await newFamily(mila);
  await family.post("/dashboard", { text: "Order groceries" });
  await family.post("/preferences/family/members", {
    name: "Sam",
    relation: "spouse",
    email: "sam@example.com",
  });
  expect(
    (await family.post("/preferences/account/delete", { password: "wrong horse 8" })).status,
  ).toBe(400);
  expect(
    (await family.post("/preferences/account/delete", { password })).headers.get("location"),
  ).toBe("/auth");
  expect((await signIn(family.email)).status).toBe(400);
  expect((await family.get("/dashboard")).status).toBe(303);
  expect(
    await mila.db.selectFrom("users").select("id").where("email", "=", family.email).execute(),
  ).toEqual([]);
});

test("the delete page says what is deleted, what stays and where copies remain", async () => {
  const family = await newFamily(mila);
  const sam = await newSam(mila, family);
  for (const [visitor, stays] of [
    [sam, true],
    [family, false],
  ] as const) {
    const before = await (await visitor.get("/preferences/account/delete")).text();
    expect(before).toContain(
      "nightly backups for up to a week, and longer in any copies that Mila&#x27;s owner keeps",
    );
    expect(before.includes("stay with the others in your household")).toBe(stays);
    const deleted = await visitor.post("/preferences/account/delete", { password });
    const after = await (await visitor.follow(deleted)).text();
    expect(after).toContain("Your account was deleted");
    expect(after.includes("stay with the others in your household")).toBe(stays);
    expect(after.includes("tasks and family members were deleted too")).toBe(!stays);
  }
});
