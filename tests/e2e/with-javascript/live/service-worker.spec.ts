import { makeRemindersDue } from "../../../support/messages/make-due.ts";
import { addTask } from "../../../support/records/add-task.ts";
import { expect, test } from "../../../support/browser/browser.ts";

test.use({ serviceWorkers: "allow" });

test("without a connection a page of Mila's own says so and leads back to the dashboard", async ({
  signedIn: page,
  context,
  problems,
}) => {
  problems.expectOffline();
  if (context.serviceWorkers().length === 0) await context.waitForEvent("serviceworker");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: "You're offline" })).toBeVisible();

  await context.setOffline(false);
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /^Good / })).toBeVisible();
});

test("a reminder that comes due appears on the open page and as a notification", async ({
  family,
  mila,
  signIn,
  visit,
  page,
}) => {
  const shown: string[] = [];
  await page.exposeFunction("recordNotification", (words: string) => void shown.push(words));
  // A headless browser has no notifications.
  await page.addInitScript(() => {
    Object.defineProperty(Notification, "permission", { value: "granted" });
    ServiceWorkerRegistration.prototype.showNotification = async (title, options) =>
      (window as unknown as { recordNotification: (words: string) => void }).recordNotification(
        `${title}: ${options?.body}`,
      );
  });
  const id = await addTask(family, { title: "Call the vet", dueDate: "2031-06-10T15:00" });
  await signIn();
  await visit("/dashboard");
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await makeRemindersDue(mila, id);
  const alert = page.getByRole("alert").filter({ hasText: "Call the vet" });
  await expect(alert).toBeVisible();
  await expect.poll(() => shown).toEqual([expect.stringMatching(/^Call the vet: Due Jun 10/)]);
  await alert.getByRole("button", { name: "OK" }).click();
  await expect(alert).toHaveCount(0);
  await visit("/dashboard");
  await expect(alert).toHaveCount(0);
});
