import { bothWays } from "../../support/browser/both-ways.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { expectToast, menu } from "../../support/browser/on-screen.ts";

test("the menu leads to the preferences and back", async ({ signedIn: page }) => {
  await menu(page).click();
  await page.getByRole("link", { name: "Preferences" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Preferences" })).toBeVisible();
  await page.getByRole("link", { name: /^Reminders & Notifications/ }).click();
  await expect(
    page.getByRole("heading", { level: 1, name: "Reminders & Notifications" }),
  ).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: "Preferences" }).click();
  await page
    .getByRole("navigation", { name: "Preferences" })
    .getByRole("button", { name: "Sign out" })
    .click();
  await expect(page).toHaveURL("/auth");
});

test("from 900 px, the sections of Preferences are beside each of its pages", async ({
  page,
  signIn,
  visit,
}) => {
  await signIn();
  await page.setViewportSize({ width: 900, height: 800 });
  await visit("/preferences/profile");
  const sidebar = page.getByRole("navigation", { name: "Preferences" });
  const current = sidebar.locator("[aria-current=page]");
  await expect(current).toHaveText("Profile Settings");
  const breaks = sidebar.getByRole("link", { name: "Breaks" });
  await breaks.hover();
  await expect(current).not.toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
  await expect(breaks, "looks like the current one").toHaveCSS(
    "background-color",
    "rgba(0, 0, 0, 0)",
  );
  await sidebar.getByRole("link", { name: "Family & Household" }).click();
  await page.getByRole("main").getByRole("link", { name: "Invite" }).click();
  await expect(page).toHaveURL(/\/preferences\/family\/invite$/);
  await expect(current).toHaveText("Family & Household");
  await page.setViewportSize({ width: 899, height: 800 });
  await expect(sidebar).toBeHidden();
});

test("reminder preferences are saved", bothWays, async ({ page, signIn, visit }) => {
  await signIn();
  await visit("/preferences/reminders");
  await expect(page.getByLabel("Two days before")).toBeChecked();
  await expect(page.getByLabel("One hour before")).not.toBeChecked();
  await expect(page.getByLabel("Daily summary", { exact: true })).not.toBeChecked();
  await expect(page.getByLabel("Time of the daily summary")).toHaveValue("07:00");

  await page.getByLabel("Two days before").uncheck();
  await page.getByLabel("One hour before").check();
  await page.getByLabel("Daily summary", { exact: true }).check();
  await page.getByLabel("Time of the daily summary").fill("06:30");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expectToast(page, "Preferences updated");

  await visit("/preferences/reminders");
  await expect(page.getByLabel("Two days before")).not.toBeChecked();
  await expect(page.getByLabel("One hour before")).toBeChecked();
  await expect(page.getByLabel("Daily summary", { exact: true })).toBeChecked();
  await expect(page.getByLabel("Time of the daily summary")).toHaveValue("06:30");
});

test("an invalid phone number is refused beside its field and stays there", async ({
  page,
  signIn,
  visit,
  problems,
}) => {
  problems.expectStatus(400);
  await signIn();
  await visit("/preferences/notifications");
  const [phone, sms, email] = [
    page.getByLabel("Phone number"),
    page.getByLabel("SMS Notifications"),
    page.getByLabel("Email Notifications"),
  ];
  await phone.fill("+1 900 234 5678");
  await sms.check();
  await email.uncheck();
  await page.getByRole("button", { name: "Save Settings" }).click();
  await expect(phone).toHaveAccessibleDescription(/premium or service number/);
  await expect(phone).toHaveValue("+1 900 234 5678");
  await expect(sms).toBeChecked();
  await expect(email).not.toBeChecked();

  await phone.fill("201-555-0123");
  await page.getByRole("button", { name: "Save Settings" }).click();
  await expectToast(page, "Settings saved successfully!");
  await expect(phone).toHaveValue("(201) 555-0123");
  await expect(sms).toBeChecked();
});

test("a test can be sent once a minute, and the list shows its outcome", async ({
  page,
  signIn,
  visit,
}) => {
  await signIn();
  await visit("/preferences/notifications");
  await expect(page.getByText("No messages yet.")).toBeVisible();
  // Without a phone number, only email can be tested.
  await expect(page.getByRole("button", { name: "SMS" })).toHaveCount(0);
  await page.getByRole("button", { name: "Email" }).click();
  await expectToast(page, "A test is on its way");
  const messages = page.getByRole("region", { name: "Messages" });
  await expect(messages.getByRole("listitem").filter({ hasText: "Test" })).toContainText("Email");
});
