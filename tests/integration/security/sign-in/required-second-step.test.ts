import { afterAll, beforeAll, expect, test } from "vitest";
import { requireTwoStep } from "#app/domain/instance/required-two-step.server.ts";
import { authenticatorWith, giveAuthenticator } from "../../../support/browser/authenticator.ts";
import { makeOwner } from "../../../support/people/owner.ts";
import { FormBrowser } from "../../../support/product/form-browser.ts";
import { type SharedMila, sharedMila } from "../../../support/product/shared-mila.ts";
import { signedInFamily } from "../../../support/people/signed-in-family.ts";
import { Visitor } from "../../../support/product/visitor.ts";

const password = "correct horse 7";
const setUp = "/preferences/account/authenticator";

let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila();
  await requireTwoStep(mila.db, true);
});

afterAll(async () => {
  // The next file has the same instance.
  await requireTwoStep(mila.db, false);
  await mila[Symbol.asyncDispose]();
});

async function logIn(email: string): Promise<Visitor> {
  const visitor = new Visitor(mila.url);
  await visitor.post("/auth", { email, password });
  return visitor;
}

const locationOf = async (answer: Promise<Response>) => (await answer).headers.get("location");

test("someone without a second step is led to add one before anything else", async () => {
  const { email } = await signedInFamily(mila);
  const nora = await logIn(email);
  for (const path of ["/dashboard", "/family", "/preferences/account", "/preferences/account/export"]) {
    expect([path, await locationOf(nora.get(path))]).toEqual([path, setUp]);
  }
  expect(await locationOf(nora.post("/dashboard", { text: "Buy milk", requestId: "abcdefgh-1" }))).toBe(setUp);
  expect(await locationOf(nora.post("/preferences/account/delete", { password }))).toBe(setUp);
  expect((await nora.get("/events")).status).toBe(204);
  expect((await nora.get(setUp)).status).toBe(200);
});

test("adding one continues, without JavaScript too", async () => {
  const { email } = await signedInFamily(mila);
  const nora = new FormBrowser(mila.url);
  await nora.visit("/auth");
  nora.fill("Email", email);
  nora.fill("Password", password);
  await nora.press("Log In");
  expect(nora.url).toBe(setUp);
  expect(nora.text).toContain("The owner of this Mila asks everyone for a second step when signing in.");
  const [, key = ""] = /Or type this key: ((?:[A-Z2-7]{4} ?){8})/.exec(nora.text) ?? [];
  nora.fill("The code it shows", authenticatorWith(key).code());
  nora.fill("Your password", password);
  await nora.press("Turn on");
  expect(nora.heading).toBe("Your recovery codes");
  await nora.visit("/dashboard");
  expect(nora.url).toBe("/dashboard");
});

test("people with a second step and earlier sessions notice nothing", async () => {
  const family = await signedInFamily(mila);
  expect((await family.get("/dashboard")).status).toBe(200);
  const { id } = await mila.db
    .selectFrom("users")
    .select("id")
    .where("email", "=", family.email)
    .executeTakeFirstOrThrow();
  const app = await giveAuthenticator(mila, id);
  const elsewhere = await logIn(family.email);
  await elsewhere.post("/auth/code", { code: app.code(1) });
  expect((await elsewhere.get("/dashboard")).status).toBe(200);
});

test("the owner changes it, nobody else does, and it ends at once", async () => {
  const [owner, other] = [await signedInFamily(mila), await signedInFamily(mila)];
  await makeOwner(mila, owner.email);
  const led = await logIn(other.email);
  expect((await other.post("/preferences/instance/two-step", { required: "no" })).status).toBe(404);
  expect(await locationOf(led.get("/dashboard"))).toBe(setUp);
  const page = async () => (await owner.get("/preferences/instance")).text();
  expect(await page()).toContain("Stop requiring it");
  expect((await owner.post("/preferences/instance/two-step", { required: "maybe" })).status).toBe(400);
  expect((await owner.post("/preferences/instance/two-step", { required: "no" })).status).toBe(303);
  expect((await led.get("/dashboard")).status).toBe(200);
  expect(await page()).toContain("Require it of everyone");
  await owner.post("/preferences/instance/two-step", { required: "yes" });
  expect(await locationOf(led.get("/dashboard"))).toBe(setUp);
});
