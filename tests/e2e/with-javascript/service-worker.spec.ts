import { expect, test } from "../../support/browser.ts";

test.use({ serviceWorkers: "allow" });

test("without a connection a page of ours says so, and opens the dashboard when it is back", async ({
  signedIn: page,
  context,
  problems,
}) => {
  problems.expectOffline();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: "You are offline" })).toBeVisible();

  await context.setOffline(false);
  await page.getByRole("link", { name: "Try again" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /^Good / })).toBeVisible();
});
