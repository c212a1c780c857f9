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
