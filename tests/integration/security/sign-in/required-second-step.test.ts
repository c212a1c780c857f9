import { afterAll, beforeAll, expect, test } from "vitest";
import { requireTwoStep } from "#app/domain/instance/required-two-step.server.ts";
import { authenticatorWith, giveAuthenticator } from "../../../support/browser/authenticator.ts";
import { confirmedLongAgo } from "../../../support/records/long-ago.ts";
import { linkFor } from "../../../support/records/add-family-member.ts";
import { makeOwner } from "../../../support/people/owner.ts";
import { FormBrowser } from "../../../support/product/form-browser.ts";
import { type SharedMila, sharedMila } from "../../../support/product/shared-mila.ts";
import { signedInFamily } from "../../../support/people/signed-in-family.ts";
import { rawPost, rawRequest } from "../../../support/product/raw-request.ts";
import { Visitor } from "../../../support/product/visitor.ts";
import { dump } from "../households/dump.ts";
import { addressOf, everyRoute, fieldsOf } from "../households/every-route.ts";
import { insertRecord } from "../households/insert-record.ts";
import { signedInFamily as signedInFamilyIn } from "../signed-in.ts";

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
  for (const path of [
    "/dashboard",
    "/family",
    "/preferences/account",
    "/preferences/account/export",
  ]) {
    expect([path, await locationOf(nora.get(path))]).toEqual([path, setUp]);
  }
  expect(
    await locationOf(nora.post("/dashboard", { text: "Buy milk", requestId: "abcdefgh-1" })),
  ).toBe(setUp);
  expect(await locationOf(nora.post("/preferences/account/delete", { password }))).toBe(setUp);
  expect((await nora.get("/events")).status).toBe(204);
  expect((await nora.get(setUp)).status).toBe(200);
});

test("a press before the second step says that it was not saved", async () => {
  const { email } = await signedInFamily(mila);
  const nora = new FormBrowser(mila.url);
  await nora.visit("/auth");
  nora.fill("Email", email);
  nora.fill("Password", password);
  await nora.press("Log In");
  expect(nora.toast).toBe("");
  await nora.post("/dashboard");
  await nora.reload();
  expect(nora.toast).toBe(
    "Not saved Mila's owner asks for a second step. Please add yours, then try again.",
  );
});

test("whoever is invited adds a second step before the invitation, and then accepts it", async () => {
  const [nora, { email }] = [await signedInFamily(mila), await signedInFamily(mila)];
  const link = await linkFor(nora, email);
  const sam = new FormBrowser(mila.url);
  await sam.visit(link);
  await sam.follow("Sign In to Accept");
  sam.fill("Password", password);
  await sam.press("Log In");
  expect(sam.url).toBe(setUp);
  expect(sam.toast).toContain("Please add yours, then open your link again.");
  const [, key = ""] = /Or type this key: ((?:[A-Z2-7]{4} ?){8})/.exec(sam.text) ?? [];
  sam.fill("The code it shows", authenticatorWith(key).code());
  await sam.press("Turn on");
  await sam.visit(link);
  await sam.press("Accept Invitation");
  expect(sam.toast).toContain("You've joined the family!");
});

const leadsToOne = ["/auth/confirm", setUp, "/preferences/account/passkeys"];

test.for(
  everyRoute.filter(
    ({ who, path }) => who !== "anybody" && who !== "provider" && !isOnTheWay(path),
  ),
)("without a second step, $path shows and changes nothing", async ({ path, about, fields }) => {
  const family = await signedInFamilyIn(mila.db);
  const inserted = await insertRecord(mila, family, about);
  // It may have made someone else the owner, or added a factor.
  await mila.db.deleteFrom("totp_factors").where("user_id", "=", family.userId).execute();
  await mila.db.deleteFrom("passkeys").where("user_id", "=", family.userId).execute();
  await mila.db
    .updateTable("sessions")
    .set({ must_add_factor: 1 })
    .where("user_id", "=", family.userId)
    .execute();
  const address = addressOf(path, inserted);
  const before = await dump(mila.db);
  const page = await rawRequest(mila.url, address, { headers: { cookie: family.cookie } });
  expect([204, 303, 401, 404, 405]).toContain(page.status);
  expect(page.headers.location ?? setUp).toBe(setUp);
  const answer = await rawPost(mila.url, address, fieldsOf(fields?.() ?? {}, inserted), {
    cookie: family.cookie,
  });
  expect([303, 401, 404, 405]).toContain(answer.status);
  expect(await dump(mila.db)).toEqual(before);
});

function isOnTheWay(path: string): boolean {
  return leadsToOne.some(
    (page) => path === page || (path.startsWith(`${page}/`) && !path.endsWith("/remove")),
  );
}

test("adding one continues, even after ten minutes and without JavaScript", async () => {
  const { email } = await signedInFamily(mila);
  const nora = new FormBrowser(mila.url);
  await nora.visit("/auth");
  nora.fill("Email", email);
  nora.fill("Password", password);
  await nora.press("Log In");
  expect(nora.url).toBe(setUp);
  expect(nora.text).toContain("Mila's owner asks everyone for a second step at sign-in.");
  const [, key = ""] = /Or type this key: ((?:[A-Z2-7]{4} ?){8})/.exec(nora.text) ?? [];
  await confirmedLongAgo(mila.db, email);
  nora.fill("The code it shows", authenticatorWith(key).code());
  await nora.press("Turn on");
  nora.fill("Your password", password);
  await nora.press("Confirm");
  nora.fill("The code it shows", authenticatorWith(key).code());
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

test("a new password starts a session that needs one too", async () => {
  const family = await signedInFamily(mila);
  await family.post("/preferences/account/password", {
    currentPassword: password,
    newPassword: "another horse 8",
  });
  expect(await locationOf(family.get("/dashboard"))).toBe(setUp);
});

test("the owner changes it, nobody else does, and it ends at once", async () => {
  const [owner, other] = [await signedInFamily(mila), await signedInFamily(mila)];
  await makeOwner(mila, owner.email);
  const led = await logIn(other.email);
  expect((await other.post("/preferences/instance/two-step", { required: "no" })).status).toBe(404);
  expect(await locationOf(led.get("/dashboard"))).toBe(setUp);
  const page = async () => (await owner.get("/preferences/instance")).text();
  expect(await page()).toContain("Stop requiring it");
  expect((await owner.post("/preferences/instance/two-step", { required: "maybe" })).status).toBe(
    400,
  );
  expect((await owner.post("/preferences/instance/two-step", { required: "no" })).status).toBe(303);
  expect((await led.get("/dashboard")).status).toBe(200);
  expect(await page()).toContain("Require it of everyone");
  await owner.post("/preferences/instance/two-step", { required: "yes" });
  expect(await locationOf(led.get("/dashboard"))).toBe(setUp);
});
