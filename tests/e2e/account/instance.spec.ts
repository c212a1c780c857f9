import { expect, timeZone } from "../../support/browser/browser.ts";
import { isOnPostgres } from "../../support/records/engines.ts";
import { codesTo } from "../../support/people/confirm-number.ts";
import { makeOwner } from "../../support/people/owner.ts";
import { expectToast } from "../../support/browser/on-screen.ts";
import { test } from "../../support/browser/providers-browser.ts";
import { signedInFamily } from "../../support/people/signed-in-family.ts";

const phone = "+12015550177";

test("the owner sees what works and what to fix, and can test SMS", async ({
  page,
  signIn,
  visit,
  mila,
  family,
  twilio,
}) => {
  await makeOwner(mila, family.email);
  await signIn();
  await visit("/preferences");
  await page.getByRole("link", { name: /^Your Mila/ }).click();
  const about = (name: string) =>
    page.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) });
  await expect(about("Email")).toContainText("Not set up");
  await expect(about("Email").getByRole("button")).toHaveCount(0);
  await expect(about("Time zone")).toContainText(timeZone);
  await expect(about("Backup")).toContainText(
    isOnPostgres ? "PostgreSQL keeps everything" : "No backup yet",
  );
  await expect(about("SMS")).toContainText("OK");
  await about("SMS").getByRole("link", { name: "Save your phone number" }).click();
  await page.getByLabel("Phone number").fill("201-555-0177");
  await page.getByRole("button", { name: "Save Settings" }).click();
  await expectToast(page, "Settings saved successfully!");
  await expect.poll(() => codesTo(twilio, phone), { timeout: 30_000 }).toHaveLength(1);
  await page.getByRole("textbox", { name: "Code" }).fill(codesTo(twilio, phone)[0] ?? "");
  await page.getByRole("button", { name: "Confirm number" }).click();
  await expectToast(page, "Your number is confirmed");

  await visit("/preferences/instance");
  await about("SMS").getByRole("button", { name: "Send a test by SMS" }).click();
  await expectToast(page, "A test is on its way");
  await expect(page).toHaveURL("/preferences/instance");
  await expect.poll(() => twilio.messages().filter(({ to }) => to === phone)).toHaveLength(2);
});

test("the instance page does not exist for others", async ({
  page,
  signIn,
  visit,
  mila,
  problems,
}) => {
  await makeOwner(mila, (await signedInFamily(mila)).email);
  problems.expectStatus(404);
  await signIn();
  await visit("/preferences");
  await expect(page.getByRole("link", { name: /^Account/ })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Your Mila/ })).toHaveCount(0);
  await page.goto("/preferences/instance");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("not");
});
