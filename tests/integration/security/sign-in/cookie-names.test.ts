import { createCookie } from "@remix-run/node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readSecrets } from "#app/config/secrets.server.ts";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import { findUserId } from "../../../support/people/owner.ts";
import { type SharedMila, sharedMila } from "../../../support/product/shared-mila.ts";
import { signedInFamily } from "../../../support/people/signed-in-family.ts";
import { Visitor } from "../../../support/product/visitor.ts";

const password = "correct horse 7";

let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

/** As Mila signed all cookies before it bound them to their names. */
async function unbound(value: unknown): Promise<string> {
  const [line = ""] = (
    await createCookie("any", { secrets: [readSecrets(mila.dataFolder).session] }).serialize(value)
  ).split(";");
  return line.replace("any=", "");
}

/** Cookies have been bound to their names for this long. */
async function boundFor(days: number): Promise<void> {
  const value = earlierBy(nowIso(), { hours: 24 * days });
  await mila.db
    .insertInto("instance_facts")
    .values({ name: "cookies_bound_at", value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}

async function newNora() {
  const { email } = await signedInFamily(mila);
  const id = await findUserId(mila, email);
  const nora = new Visitor(mila.url);
  await nora.post("/auth", { email, password });
  await nora.get("/dashboard");
  return { email, id, nora };
}

const isLastUser = async (id: string, cookies: Record<string, string>): Promise<boolean> => {
  const visitor = new Visitor(mila.url);
  for (const [name, value] of Object.entries(cookies)) visitor.setCookie(name, value);
  await visitor.post("/preferences/notifications", { phone: "+12015550123" });
  const kept = await mila.db
    .selectFrom("kept_forms")
    .select("path")
    .where("user_id", "=", id)
    .execute();
  await mila.db.deleteFrom("kept_forms").execute();
  return kept.length > 0;
};

test("a cookie's value is nothing under another name", async () => {
  const { id, nora } = await newNora();
  await boundFor(1);
  expect(await isLastUser(id, { mila_last_user: nora.cookie("mila_last_user") ?? "" })).toBe(true);
  const signedUp = new Visitor(mila.url);
  await signedUp.post("/auth", { mode: "signup", email: "signed-up@example.com", password });
  const newId = await findUserId(mila, "signed-up@example.com");
  expect(
    await isLastUser(newId, { mila_last_user: signedUp.cookie("mila_signed_up") ?? "none" }),
  ).toBe(false);

  const values = {
    mila_session: nora.cookie("mila_session"),
    mila_device: nora.cookie("mila_device"),
    mila_last_user: nora.cookie("mila_last_user"),
    mila_signed_up: signedUp.cookie("mila_signed_up"),
    mila_toast: signedUp.cookie("mila_toast"),
  };
  for (const [from, value] of Object.entries(values)) {
    expect([from, value]).toEqual([from, expect.stringMatching(/./)]);
    for (const to of Object.keys(values)) {
      if (to === from) continue;
      const visitor = new Visitor(mila.url);
      visitor.setCookie(to, value ?? "");
      const page = await visitor.get("/auth");
      expect([from, to, page.status, page.headers.getSetCookie()]).toEqual([from, to, 200, []]);
      expect([from, to, (await visitor.get("/dashboard")).status]).toEqual([from, to, 303]);
    }
  }
});

test("a cookie from before the update works and is written anew", async () => {
  const { email, id, nora } = await newNora();
  const signIn = nora.cookie("mila_session") ?? "";
  const old = {
    mila_device: await unbound({ id: "1", userId: id }),
    mila_last_user: await unbound(id),
    mila_signed_up: await unbound(id),
  };
  await boundFor(59);
  expect(await isLastUser(id, { mila_last_user: old.mila_last_user })).toBe(true);
  const visitor = new Visitor(mila.url);
  visitor.setCookie("mila_session", signIn);
  for (const [name, value] of Object.entries(old)) visitor.setCookie(name, value);
  const page = await visitor.get("/dashboard");
  expect(page.status).toBe(200);
  const renewed = page.headers.getSetCookie().map((line) => line.split("=")[0]);
  expect(renewed.toSorted()).toEqual(["mila_device", "mila_last_user", "mila_signed_up"]);
  for (const [name, value] of Object.entries(old)) expect(visitor.cookie(name)).not.toBe(value);
  expect(page.headers.getSetCookie().join()).toMatch(
    /mila_device=[^;]+; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax/,
  );
  expect((await visitor.get("/dashboard")).headers.getSetCookie()).toEqual([]);

  await boundFor(61);
  expect(await isLastUser(id, { mila_last_user: visitor.cookie("mila_last_user") ?? "" })).toBe(
    true,
  );
  expect(await isLastUser(id, { mila_last_user: old.mila_last_user })).toBe(false);
  expect(
    (await new Visitor(mila.url).post("/auth", { email, password })).headers.get("location"),
  ).toBe("/dashboard");
});

test("nobody is signed out by the update, and an old message is still shown", async () => {
  const { nora } = await newNora();
  await boundFor(1);
  nora.setCookie(
    "mila_toast",
    await unbound({ id: "1", kind: "success", title: "From before the update" }),
  );
  expect(await (await nora.get("/dashboard")).text()).toContain("From before the update");
});
