import type { Page } from "@playwright/test";
import { expect, test } from "../../support/browser/browser.ts";
import { expectToast, fillCredentials, say } from "../../support/browser/on-screen.ts";

test.use({ timezoneId: "Asia/Tokyo" });

test("times are in the browser's time zone", async ({ page, visit, family }) => {
  await visit("/auth");
  await fillCredentials(page, family.email, "correct horse 7");
  await page.getByRole("button", { name: "Log In" }).click();

  const hint = page.getByText("Times are shown in America/New_York");
  await expect(page).toHaveURL("/dashboard");
  await expect(hint).toBeHidden();

  await say(page, "dentist on January 5 2031 at 3pm");
  await expectToast(page, "Task added!");
  expect(await dueHourUtc(page)).toBe(6);
});

async function dueHourUtc(page: Page): Promise<number> {
  const due = await page.locator(".task time").getAttribute("datetime");
  return new Date(due ?? "").getUTCHours();
}
