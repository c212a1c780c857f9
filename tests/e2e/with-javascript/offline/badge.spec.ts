import type { Page } from "@playwright/test";
import { addTask } from "../../../support/records/add-task.ts";
import { expect, test } from "../../../support/browser/browser.ts";
import { openInstalled, waitForCopy } from "../../../support/browser/installed.ts";
import { card, say, menu } from "../../../support/browser/on-screen.ts";

test.use({ serviceWorkers: "allow" });

type Badge = { badge?: number };

const badge = (page: Page) => page.evaluate(() => (window as Badge).badge);

test("the app's icon shows how many of today's tasks are open, until signing out", async ({
  page,
  signIn,
  family,
}) => {
  // A headless browser has no icon.
  await page.addInitScript(() => {
    navigator.setAppBadge = async (count) => void ((window as Badge).badge = count);
  });
  await addTask(family, { title: "Call the vet" });
  await signIn();
  await openInstalled(page);
  await waitForCopy(page, "Call the vet");
  await expect.poll(() => badge(page)).toBe(0);
  await say(page, "buy stamps today at 11:59 pm");
  await expect.poll(() => badge(page)).toBe(1);
  await card(page, "Buy stamps").getByRole("button", { name: "Mark as complete" }).click();
  await expect.poll(() => badge(page)).toBe(0);

  await say(page, "buy milk today at 11:59 pm");
  await expect.poll(() => badge(page)).toBe(1);
  await menu(page).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL("/auth");
  expect(await badge(page)).toBe(0);
});
