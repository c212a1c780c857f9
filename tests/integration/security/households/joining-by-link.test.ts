import { afterAll, beforeAll, expect, test } from "vitest";
import { linkFor } from "../../../support/records/add-family-member.ts";
import { confirmAddress } from "../../../support/people/confirm-address.ts";
import { type SharedMila, sharedMila } from "../../../support/product/shared-mila.ts";
import { signedInFamily } from "../../../support/people/signed-in-family.ts";
import { newFamily, Visitor } from "../../../support/product/visitor.ts";
import { startMilaWithDatabase } from "../signed-in.ts";
import { moveAccount } from "../../../support/records/people.ts";

const password = "correct horse 7";
let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

async function registered(url: string, email: string): Promise<Visitor> {
  const visitor = new Visitor(url);
  await visitor.post("/auth", { mode: "signup", email, password });
  await visitor.post("/auth", { email, password });
  return visitor;
}

async function expectNoOffer(visitor: Visitor): Promise<void> {
  const page = await visitor.get("/dashboard");
  const text = await page.text();
  expect([page.status, text.includes("invited you"), text.includes("/accept-invitation")]).toEqual([
    200,
    false,
    false,
  ]);
}

test("signing up with an invited address shows nothing and lets nobody in", async () => {
  const owner = await signedInFamily(mila);
  const link = await linkFor(owner, "grandma@example.com");
  const stranger = await registered(mila.url, "grandma@example.com");
  await expectNoOffer(stranger);
  expect(await (await stranger.get("/preferences/family/members")).text()).not.toContain(
    owner.email,
  );

  // Who holds the link joins, verified or not.
  const token = new URLSearchParams(link.split("?")[1]).get("token") ?? "";
  const accepted = await stranger.post("/accept-invitation", { token });
  expect([accepted.status, accepted.headers.get("location")]).toEqual([303, "/family"]);
});

test("changing one's address to an invited one shows nothing and lets nobody in", async () => {
  const [owner, stranger] = [await signedInFamily(mila), await signedInFamily(mila)];
  await linkFor(owner, "uncle@example.com");
  const changed = await stranger.post("/preferences/account/email", {
    email: "uncle@example.com",
    password,
  });
  expect(changed.headers.get("location")).toBe("/preferences/account");
  await expectNoOffer(stranger);
});

test("an address that was verified by email is offered its invitation", async () => {
  const [owner, guest] = [await signedInFamily(mila), await signedInFamily(mila)];
  const path = await linkFor(owner, guest.email);
  await expectNoOffer(guest);
  await confirmAddress(mila, guest.email);
  expect(await (await guest.get("/dashboard")).text()).toContain(path);
});

test("where sign-up takes an invitation, only its link admits, and only its address", async () => {
  await using closed = await startMilaWithDatabase({ SIGN_UP: "invited" });
  const owner = await newFamily(closed);
  const signUp = async (email: string, redirectTo = "") => {
    const answer = await new Visitor(closed.url).post("/auth", {
      mode: "signup",
      email,
      password,
      redirectTo,
    });
    return {
      status: answer.status,
      text: await answer.text(),
      next: answer.headers.get("location"),
    };
  };
  const refused = {
    status: 403,
    text: expect.stringContaining("You need an invitation to sign up here."),
  };
  const link = await linkFor(owner, "sam@example.com");
  expect(await signUp("stranger@example.com")).toMatchObject(refused);
  expect(await signUp("sam@example.com")).toMatchObject(refused);
  expect(await signUp("sam@example.com", `${link}x`)).toMatchObject(refused);
  expect(
    await signUp("sam@example.com", link.replace("/accept-invitation", "/family")),
  ).toMatchObject(refused);
  expect(await signUp("stranger@example.com", link)).toMatchObject({
    status: 403,
    text: expect.stringContaining("This invitation is for a different email address."),
  });
  const admitted = await signUp("sam@example.com", link);
  expect(admitted).toMatchObject({
    status: 303,
    next: `/auth?${new URLSearchParams({ redirectTo: link })}`,
  });

  const left = await linkFor(owner, "kim@example.com");
  await closed.db.updateTable("family_invitations").set({ status: "revoked" }).execute();
  expect(await signUp("kim@example.com", left)).toMatchObject(refused);
});

test("an invitation admits nobody once its sender has left the household", async () => {
  await using closed = await startMilaWithDatabase({ SIGN_UP: "invited" });
  const [owner, other] = [await newFamily(closed), await signedInFamily(closed)];
  const link = await linkFor(owner, "sam@example.com");
  const households = await closed.db
    .selectFrom("household_members")
    .innerJoin("users", "users.id", "household_members.user_id")
    .select(["users.email", "household_id"])
    .execute();
  const elsewhere = households.find(({ email }) => email === other.email)?.household_id ?? "";
  const sender = closed.db.selectFrom("users").select("id").where("email", "=", owner.email);
  await moveAccount(closed.db, (await sender.executeTakeFirstOrThrow()).id, elsewhere);
  const fields = { mode: "signup", email: "sam@example.com", password, redirectTo: link };
  expect((await new Visitor(closed.url).post("/auth", fields)).status).toBe(403);
});
