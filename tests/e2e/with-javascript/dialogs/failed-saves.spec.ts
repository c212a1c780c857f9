import type { Locator, Page } from "@playwright/test";
import { linkFor } from "../../../support/records/add-family-member.ts";
import { violations } from "../../../support/browser/axe.ts";
import { addTask } from "../../../support/records/add-task.ts";
import { expect, test as base } from "../../../support/browser/browser.ts";
import { card, expectToast } from "../../../support/browser/on-screen.ts";
import { addSam } from "../../../support/messages/delegation-link.ts";
import { newSam } from "../../../support/people/second-parent.ts";
import { signedInFamily } from "../../../support/people/signed-in-family.ts";

const test = base.extend<{ openOffline: (path: string) => Promise<void> }>({
  openOffline: ({ page, visit, problems }, use) =>
    use(async (path) => {
      problems.expectOffline();
      await visit(path);
      await page.waitForLoadState("networkidle");
      await page.context().setOffline(true);
    }),
});

const alert = (page: Page, words: string): Locator =>
  page.getByRole("alert").filter({ hasText: words });

test("an invitation that cannot be sent says so and keeps the address", async ({
  signIn,
  page,
  openOffline,
}) => {
  await signIn();
  await openOffline("/preferences/family/invite");
  await page.getByLabel("Email address").fill("sam@example.com");
  await page.getByRole("button", { name: "Send Invitation" }).click();
  await expect(alert(page, "Failed to send invitation")).toContainText("Error");
  await expect(page.getByLabel("Email address")).toHaveValue("sam@example.com");
});

test("a member who cannot be removed stays, and the page says so", async ({
  signIn,
  page,
  family,
  mila,
  openOffline,
}) => {
  const sam = await newSam(mila, family);
  await signIn();
  await openOffline("/preferences/family/members");
  const members = page.getByRole("region", { name: "Household members" }).getByRole("listitem");
  const his = members.filter({ hasText: sam.email });
  await his.getByText("Remove", { exact: true }).click();
  await his.getByRole("button", { name: "Remove" }).click();
  await expect(alert(page, "Error removing member")).toBeVisible();
  await expect(his).toBeVisible();
});

test("an invitation that cannot be accepted says so and can be tried again", async ({
  signIn,
  page,
  family,
  mila,
  openOffline,
}) => {
  const link = await linkFor(await signedInFamily(mila), family.email);
  await signIn();
  await openOffline(link);
  await page.getByRole("button", { name: "Accept Invitation" }).click();
  await expect(alert(page, "Failed to accept invitation")).toContainText("Error");
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Accept Invitation" }).click();
  await expect(page).toHaveURL("/family");
});

test("delegation preferences that cannot be saved say so and show what is saved", async ({
  signIn,
  page,
  family,
  openOffline,
}) => {
  await addSam(family);
  await signIn();
  await openOffline("/preferences/delegation");
  const method = page.getByLabel("Preferred method");
  await method.selectOption("SMS");
  await expect(alert(page, "Error updating preferences")).toBeVisible();
  await expect(method).toHaveValue("whatsapp");
});

test("a profile that cannot be saved says so and keeps the input", async ({
  signIn,
  page,
  openOffline,
}) => {
  await signIn();
  await openOffline("/preferences/profile");
  await page.getByLabel("First Name").fill("Nora");
  await page.getByRole("button", { name: "Save Changes" }).click();
  const failure = alert(page, "Hmm, I couldn't save that.");
  await expect(failure).toContainText("Want me to try again or remind you later tonight?");
  await expect(page.getByLabel("First Name")).toHaveValue("Nora");
  expect(await violations(page)).toEqual([]);

  await page.context().setOffline(false);
  await failure.getByRole("button", { name: "Try again" }).click();
  await expectToast(page, "Profile updated!");
  await expect(page.getByLabel("First Name")).toHaveValue("Nora");
});

test("a profile that cannot be saved can be remembered for tonight", async ({
  signIn,
  page,
  visit,
  openOffline,
}) => {
  await signIn();
  await openOffline("/preferences/profile");
  await page.getByLabel("First Name").fill("Nora");
  await page.getByRole("button", { name: "Save Changes" }).click();
  const remind = page.getByRole("button", { name: "Remind me later tonight" });
  await expect(remind).toBeVisible();
  await page.context().setOffline(false);
  await remind.click();
  await expectToast(page, "I'll remind you");
  await expect(page.getByLabel("First Name")).toHaveValue("Nora");
  await visit("/dashboard");
  await expect(card(page, "Save again: Preferences, profile")).toContainText("First name: Nora");
});

test("a task that cannot be delegated says so", async ({ signIn, page, family, openOffline }) => {
  await addSam(family);
  const id = await addTask(family, { title: "Pick up Emma" });
  await signIn();
  await openOffline(`/tasks/${id}/delegate`);
  await page.getByRole("button", { name: "Delegate" }).click();
  const failure = alert(page, "Hmm, I couldn't delegate that.");
  await expect(failure).toContainText("Want me to try again or remind you later tonight?");
});
