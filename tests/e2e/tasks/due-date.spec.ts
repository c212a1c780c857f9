import { bothWays } from "../../support/browser/both-ways.ts";
import { expect, test } from "../../support/browser/browser.ts";
import {
  questionPage,
  card,
  expectToast,
  openPicker,
  say,
} from "../../support/browser/on-screen.ts";

test(
  "a task without a date leads to the date page, and the chosen date shows on its card",
  bothWays,
  async ({ signedIn: page }) => {
    await say(page, "Order groceries");
    await expectToast(page, "Task added!", "Added to Household");
    await openPicker(page);
    await expect(questionPage(page, "When is it due?")).toContainText("Order groceries");
    await expect(page.getByLabel("Time")).toHaveValue("12:00");

    await page.getByLabel("Date", { exact: true }).fill("2031-03-09");
    await page.getByLabel("Time").fill("17:45");
    await page.getByRole("button", { name: "Save" }).click();

    await expect(page).toHaveURL(/\/dashboard(\?|$)/);
    await expectToast(page, "Task saved!");
    await expect(
      card(page, "Order groceries").getByRole("link", { name: "Mar 9, 2031, 5:45 PM" }),
    ).toBeVisible();
  },
);

test("the date can be skipped and set later from the card", async ({ signedIn: page }) => {
  await say(page, "Order groceries");
  await page.getByRole("link", { name: "No date", exact: true }).click();

  await expect(page).toHaveURL("/dashboard");
  await card(page, "Order groceries").getByRole("link", { name: "Add a date" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "When is it due?" })).toBeVisible();
});

test("saving requires a date", bothWays, async ({ signedIn: page }) => {
  await say(page, "Order groceries");
  await openPicker(page);
  await page.getByRole("button", { name: "Save" }).click();

  await expect(page).toHaveURL(/\/tasks\/[^/]+\/date$/);
  await expect(page.getByLabel("Date", { exact: true })).toHaveJSProperty(
    "validity.valueMissing",
    true,
  );
});
