import { addTask } from "../../../support/records/add-task.ts";
import { expect, test } from "../../../support/browser/browser.ts";
import { section } from "../../../support/browser/on-screen.ts";

test("SMS and WhatsApp can be switched on only with a phone number", async ({
  page,
  signIn,
  visit,
}) => {
  await signIn();
  await visit("/preferences/notifications");
  const phone = page.getByLabel("Phone number");
  const sms = page.getByLabel("SMS Notifications");
  const whatsapp = page.getByLabel("WhatsApp Notifications");
  await expect(sms).toBeDisabled();
  await expect(whatsapp).toBeDisabled();
  await phone.pressSequentially("2");
  await expect(sms).toBeEnabled();
  await whatsapp.check();
  await phone.fill("");
  await expect(whatsapp).toBeDisabled();
  await expect(whatsapp).not.toBeChecked();
});

test("a switch works by keyboard", async ({ page, signIn, visit }) => {
  await signIn();
  await visit("/preferences/notifications");
  const email = page.getByRole("switch", { name: "Email Notifications" });
  await email.focus();
  await page.keyboard.press("Space");
  await expect(email).not.toBeChecked();
});

test("a preferences page says that it is loading", async ({ page, signIn, visit }) => {
  await signIn();
  await visit("/preferences");
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/preferences/notifications.data*", async (route) => {
    await released;
    await route.continue();
  });
  await page.getByRole("link", { name: /^Notification Settings/ }).click();
  await expect(page.getByText("Loading...")).toBeVisible();
  release();
  await expect(
    page.getByRole("heading", { level: 1, name: "Notification Settings" }),
  ).toBeVisible();
});

test("settings that cannot be saved say so and keep the input", async ({
  page,
  signIn,
  visit,
  context,
  problems,
}) => {
  problems.expectOffline();
  await signIn();
  await visit("/preferences/notifications");
  await page.getByLabel("Phone number").fill("201-555-0123");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Save Settings" }).click();
  await expect(page.getByRole("alert").getByText("Error saving settings")).toBeVisible();
  await expect(page.getByLabel("Phone number")).toHaveValue("201-555-0123");

  await context.setOffline(false);
  await visit("/preferences/reminders");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByRole("alert").getByText("Error updating preferences")).toBeVisible();
});

test("a cancelled reminder disappears before the server answers", async ({
  signedIn: page,
  visit,
  family,
}) => {
  await addTask(family, { title: "Call the vet", dueDate: "2031-06-10T15:00" });
  await visit("/dashboard");
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/cancel.data*", async (route) => {
    await released;
    await route.continue();
  });
  await page.getByRole("button", { name: "Cancel reminder" }).click();
  await expect(section(page, "Upcoming reminders").getByRole("listitem")).toHaveCount(0);
  release();
  await expect(page.getByText("Reminder cancelled")).toBeVisible();
});
