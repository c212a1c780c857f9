import { afterAll, beforeAll, expect, test } from "vitest";
import { readSecrets } from "#app/config/secrets.server.ts";
import { invitationLink } from "#app/domain/core/links.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { messageTypes } from "#app/domain/wiring/product.server.ts";
import { addTask } from "../../support/records/add-task.ts";
import { confirmAddress } from "../../support/people/confirm-address.ts";
import { forgetSignUps } from "../../support/people/forget-sign-ups.ts";
import { outbox } from "../../support/product/prepare.ts";
import { FormBrowser } from "../../support/product/form-browser.ts";
import { type SharedMila, sharedMila } from "../../support/product/shared-mila.ts";
import { type Family, newNora } from "./forms-mila.ts";

let mila: SharedMila;

beforeAll(async () => {
  mila = await sharedMila("connected");
});

afterAll(() => mila[Symbol.asyncDispose]());

async function newInviter(): Promise<{ nora: FormBrowser; family: Family }> {
  const made = await newNora(mila);
  await confirmAddress(mila, made.family.email);
  const profile = {
    firstName: "Nora",
    lastName: "Berg",
    role: "mom",
    timeZone: "America/New_York",
  };
  await made.family.post("/preferences/profile", profile);
  return made;
}

async function addSam(nora: FormBrowser, email: string): Promise<void> {
  await nora.visit("/preferences/family/members");
  nora.fill("Name", "Sam");
  nora.fill("Email", email);
  await nora.press("Add");
}

/** The path that the button of the newest such email opens. */
async function emailedLink(kind: "welcome" | "invitation"): Promise<string> {
  const newest = await mila.db
    .selectFrom("deliveries")
    .selectAll()
    .where("kind", "=", kind)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  const instance = { ...outbox, origin: "", linkKey: readSecrets(mila.dataFolder).link };
  const prepared = await mila.db
    .transaction()
    .execute((trx) => messageTypes[kind].prepare(trx, [newest], instance, nowIso()));
  const preparation = prepared.get(newest.id);
  const message = preparation && "message" in preparation ? preparation.message : undefined;
  return (message && "email" in message && message.email.button?.url) || "";
}

async function signUp(sam: FormBrowser): Promise<void> {
  await forgetSignUps(mila);
  sam.fill("Password", "correct horse 7");
  await sam.press("Sign Up");
  expect(sam.toast).toContain("Account created!");
}

const isVerified = async (email: string) => {
  const user = mila.db.selectFrom("users").select("email_verified_at").where("email", "=", email);
  return (await user.executeTakeFirstOrThrow()).email_verified_at !== null;
};

test("a partner comes from the welcome email to the family, with what they are asked on top", async () => {
  const { nora, family } = await newInviter();
  const email = "sam-welcome@example.com";
  await addSam(nora, email);
  expect(nora.toast).toContain("Sam added Invitation sent!");
  const taskId = await addTask(family, { title: "Pick up Emma" });
  const html = await (await family.get(`/tasks/${taskId}/delegate`)).text();
  const familyMemberId = /name="familyMemberId"[^>]*value="([^"]+)"/.exec(html)?.[1] ?? "";
  expect(
    (await family.post(`/tasks/${taskId}/delegate`, { familyMemberId, method: "link" })).status,
  ).toBe(303);

  const sam = new FormBrowser(mila.url);
  const link = await emailedLink("welcome");
  expect(link).toMatch(
    /^\/auth\?mode=signup&email=sam-welcome%40example\.com&redirectTo=%2Faccept-invitation/,
  );
  await sam.visit(link);
  expect(sam.field("Email").value).toBe(email);
  await signUp(sam);
  expect(sam.field("Email").value).toBe(email);
  sam.fill("Password", "correct horse 7");
  await sam.press("Log In");
  expect(sam.text).toContain("Nora Berg invited you.");
  await sam.press("Accept Invitation");
  expect(sam.url).toBe("/family");
  expect(sam.toast).toContain("Success! You've joined the family!");
  expect(sam.region("Requests for you").text).toContain("Nora Berg asked you to Pick up Emma");
  await sam.region("Requests for you").press("Yes, I'll do it");
  expect(sam.url).toBe("/family");
});

test("an emailed invitation confirms the address at sign-up, and sends no second email", async () => {
  const { nora } = await newInviter();
  const email = "sam-confirmed@example.com";
  await addSam(nora, email);
  const invitations = mila.db
    .selectFrom("deliveries")
    .select("id")
    .where("kind", "=", "invitation");
  const before = await invitations.execute();
  expect(before).toEqual([]);
  const sam = new FormBrowser(mila.url);
  await sam.visit(await emailedLink("welcome"));
  await signUp(sam);
  expect(await isVerified(email)).toBe(true);
  const { id } = await mila.db
    .selectFrom("users")
    .select("id")
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  const deliveries = mila.db.selectFrom("deliveries").select("kind").where("user_id", "=", id);
  expect(await deliveries.execute()).toEqual([]);
});

test("an emailed invitation confirms the address of an account that accepts it", async () => {
  const { nora } = await newInviter();
  const guest = await newNora(mila);
  await nora.visit("/preferences/family/invite");
  nora.fill("Email address", guest.family.email);
  await nora.press("Send Invitation");
  await guest.nora.visit(await emailedLink("invitation"));
  await guest.nora.press("Accept Invitation");
  expect(guest.nora.url).toBe("/family");
  expect(await isVerified(guest.family.email)).toBe(true);
});

test("the wrong account signs out and is back at the invitation after signing in with the right one", async () => {
  const { nora } = await newInviter();
  const guest = await newNora(mila);
  const stranger = await newNora(mila);
  await nora.visit("/preferences/family/invite");
  nora.fill("Email address", guest.family.email);
  await nora.press("Send Invitation");
  await stranger.nora.visit(await emailedLink("invitation"));
  expect(stranger.nora.text).toContain(`you're signed in as ${stranger.family.email}`);
  expect(stranger.nora.buttons()).not.toContain("Accept Invitation");
  await stranger.nora.press("Sign out");
  expect(stranger.nora.field("Email").value).toBe(guest.family.email);
  stranger.nora.fill("Password", "correct horse 7");
  await stranger.nora.press("Log In");
  await stranger.nora.press("Accept Invitation");
  expect(stranger.nora.url).toBe("/family");
});

test("a copied invitation, and an emailed one to another address, confirm nothing", async () => {
  const { nora } = await newInviter();
  const guest = await newNora(mila);
  await nora.visit("/preferences/family/invite");
  nora.fill("Email address", guest.family.email);
  await nora.press("Send Invitation");
  const invitation = await mila.db
    .selectFrom("family_invitations")
    .select(["id", "version"])
    .where("invitee_email", "=", guest.family.email)
    .executeTakeFirstOrThrow();
  const other = new FormBrowser(mila.url);
  const emailed = await emailedLink("invitation");
  await other.visit(`/auth?${new URLSearchParams({ mode: "signup", redirectTo: emailed })}`);
  expect(other.field("Email").value).toBe(guest.family.email);
  other.fill("Email", "another@example.com");
  await signUp(other);
  expect(await isVerified("another@example.com")).toBe(false);

  await guest.nora.visit(
    invitationLink({ origin: "", linkKey: readSecrets(mila.dataFolder).link }, invitation),
  );
  await guest.nora.press("Accept Invitation");
  expect(guest.nora.url).toBe("/family");
  expect(await isVerified(guest.family.email)).toBe(false);
});

test("adding a partner invites them unless it is switched off, and never a child", async () => {
  const { nora, family } = await newInviter();
  await nora.visit("/preferences/family/members");
  expect(nora.text).toContain(
    "Invite them to see everything here A spouse or partner with an email address",
  );
  nora.fill("Name", "Sam");
  nora.fill("Email", "sam-later@example.com");
  nora.uncheck("Invite them to see everything here");
  await nora.press("Add");
  await family.post("/preferences/family/members", {
    name: "Emma",
    relation: "child",
    email: "emma@example.com",
    invite: "on",
  });
  await nora.visit("/preferences/family/invite");
  expect(nora.text).toContain("No pending invitations.");
});
