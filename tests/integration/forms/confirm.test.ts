import { afterAll, beforeAll, expect, test } from "vitest";
import { giveAuthenticator } from "../../support/browser/authenticator.ts";
import { confirmedLongAgo } from "../../support/records/long-ago.ts";
import { confirmIdentity, type FormsMila, formsMila, newNora } from "./forms-mila.ts";

const linkLabel = "Link for “Subscribe” or “From URL” in your calendar";
let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

async function newNoraOfLongAgo() {
  const { nora, family } = await newNora(mila);
  await confirmedLongAgo(mila.db, family.email);
  return { nora, family };
}

test("inviting asks for the password and keeps the address", async () => {
  const { nora } = await newNoraOfLongAgo();
  await nora.visit("/preferences/family/invite");
  nora.fill("Email address", "sam@example.com");
  await nora.press("Send Invitation");
  expect(nora.heading).toBe("Confirm it's you");
  nora.fill("Your password", "wrong horse 8");
  await nora.press("Confirm", { status: 400 });
  expect(nora.field("Your password").description).toContain("Wrong password");
  await confirmIdentity(nora);
  expect(nora.field("Email address").value).toBe("sam@example.com");
  await nora.press("Send Invitation");
  expect(nora.toast).toContain("Invitation ready");

  await nora.visit("/preferences/family/invite");
  nora.fill("Email address", "dan@example.com");
  await nora.press("Send Invitation");
  expect(nora.toast).toContain("Invitation ready");
});

test("a new phone number asks for the password and keeps the form; other settings ask for nothing", async () => {
  const { nora } = await newNoraOfLongAgo();
  await nora.visit("/preferences/notifications");
  nora.fill("Phone number", "201-555-0123");
  nora.check("SMS Notifications");
  nora.uncheck("Email Notifications");
  await nora.press("Save Settings");
  await confirmIdentity(nora);
  expect(nora.field("Phone number").value).toBe("201-555-0123");
  expect(nora.field("SMS Notifications").isChecked).toBe(true);
  expect(nora.field("Email Notifications").isChecked).toBe(false);
  await nora.press("Save Settings");
  expect(nora.toast).toContain("Settings saved successfully!");

  await mila.db.updateTable("sessions").set({ confirmed_at: "2001-01-01T00:00:00.000Z" }).execute();
  nora.check("Email Notifications");
  await nora.press("Save Settings");
  expect(nora.toast).toContain("Settings saved successfully!");
  nora.fill("Phone number", "");
  nora.uncheck("SMS Notifications");
  await nora.press("Save Settings");
  await confirmIdentity(nora);
  expect(nora.field("Phone number").value).toBe("");
});

test("turning on a feed or making a new link asks for the password and keeps the choice", async () => {
  const { nora, family } = await newNoraOfLongAgo();
  await nora.visit("/preferences/calendar");
  nora.uncheck("Kids");
  await nora.press("Turn on");
  await confirmIdentity(nora);
  expect(nora.field("Kids").isChecked).toBe(false);
  expect(nora.field("Elders").isChecked).toBe(true);
  await nora.press("Turn on");
  expect(nora.toast).toContain("Settings updated");

  await confirmedLongAgo(mila.db, family.email);
  nora.check("Kids");
  await nora.press("Save Changes");
  expect(nora.toast).toContain("Settings updated");
  const link = nora.field(linkLabel).value;
  nora.unfold("Make a new link");
  await nora.press("Make a new link");
  await confirmIdentity(nora);
  expect(nora.field(linkLabel).value).toBe(link);
  nora.unfold("Make a new link");
  await nora.press("Make a new link");
  expect(nora.field(linkLabel).value).not.toBe(link);
});

test("downloading one's data asks for the password and returns to the button", async () => {
  const { nora } = await newNoraOfLongAgo();
  await nora.visit("/preferences/account");
  await nora.follow("Download my data");
  await confirmIdentity(nora);
  expect((await nora.download("Download my data")).fileName).toBe("mila.json");
});

test("the page leads back without confirming, and to no other site", async () => {
  const { nora } = await newNoraOfLongAgo();
  await nora.visit("/auth/confirm?redirectTo=%2F%2Fevil.example");
  await nora.follow("Not now");
  expect(nora.url).toBe("/dashboard");
});

test("not confirming leads to the page before, not to one that asks again", async () => {
  const { nora, family } = await newNoraOfLongAgo();
  const { id } = await mila.db
    .selectFrom("users")
    .select("id")
    .where("email", "=", family.email)
    .executeTakeFirstOrThrow();
  await giveAuthenticator(mila, id);
  await nora.visit("/preferences/account/recovery-codes");
  await nora.follow("Not now");
  expect(nora.url).toBe("/preferences/account");

  await nora.visit("/preferences/account/recovery-codes");
  nora.fill("Your password", "correct horse 7");
  await nora.press("Confirm");
  await nora.follow("Not now");
  expect(nora.url).toBe("/preferences/account");
});
