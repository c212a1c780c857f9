import type { Page } from "@playwright/test";
import { addTask } from "../../../support/records/add-task.ts";
import { expect, test } from "../../../support/browser/browser.ts";
import {
  card,
  expectToast,
  openEdit,
  openPicker,
  say,
} from "../../../support/browser/on-screen.ts";

test("a date is chosen over the dashboard, which is fresh when the dialog closes", async ({
  signedIn: page,
  visit,
  family,
}) => {
  await addTask(family, { title: "Order groceries" });
  await visit("/dashboard");
  const opener = card(page, "Order groceries").getByRole("link", { name: "Add a date" });
  await opener.click();

  const dialog = page.getByRole("dialog", { name: "When is it due?" });
  await expect(dialog).toBeFocused();
  await expect(page).toHaveURL(/\/tasks\/[^/]+\/date$/);
  await expect(page).toHaveTitle("When is it due? · Mila");
  await expect(card(page, "Order groceries")).toBeVisible();
  await dialog.getByRole("button", { name: /^Tomorrow/ }).click();

  await expectToast(page, "Task saved!");
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL("/dashboard");
  // Its group says the day, so the link that opened the dialog is gone.
  const title = { name: "Order groceries", exact: true };
  await expect(card(page, "Order groceries").getByRole("link", title)).toBeFocused();
});

test("Tab stays inside the dialog", async ({ signedIn: page, visit, family }) => {
  await addTask(family, { title: "Order groceries" });
  await visit("/dashboard");
  await openEdit(page, "Order groceries");
  for (const key of ["Tab", "Shift+Tab"]) {
    for (let stop = 0; stop < 25; stop += 1) {
      await page.keyboard.press(key);
      expect(await focusIsBehind(page)).toBe(false);
    }
  }
});

for (const [how, close] of Object.entries<(page: Page) => Promise<unknown>>({
  Esc: (page) => page.keyboard.press("Escape"),
  "its button": (page) => page.getByRole("button", { name: "Close" }).click(),
  Cancel: (page) => page.getByRole("dialog").getByRole("link", { name: "Cancel" }).click(),
  "the browser's Back": (page) => page.goBack(),
  "a press beside it": (page) => page.mouse.click(5, 5),
})) {
  test(`${how} closes the dialog, even offline, and focus returns to what opened it`, async ({
    signedIn: page,
    visit,
    family,
    problems,
  }) => {
    problems.expectOffline();
    await addTask(family, { title: "Order groceries" });
    await visit("/dashboard");
    await page.getByLabel("What do you need?").fill("Order sta");
    await openEdit(page, "Order groceries");
    await page.context().setOffline(true);
    await close(page);

    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page).toHaveURL("/dashboard");
    await expect(page).toHaveTitle("Dashboard · Mila");
    await expect(page.getByRole("link", { name: "Order groceries", exact: true })).toBeFocused();
    await expect(page.getByLabel("What do you need?")).toHaveValue("Order sta");
    expect(await page.evaluate(() => history.state.idx)).toBe(0);
  });
}

test("a press outside the dialog keeps the input", async ({ signedIn: page, visit, family }) => {
  await addTask(family, { title: "Order groceries" });
  await visit("/dashboard");
  await openEdit(page, "Order groceries");
  await page.getByLabel("Title").fill("Order groceries and stamps");
  await page.mouse.click(5, 5);
  await expect(page.getByLabel("Title")).toHaveValue("Order groceries and stamps");
});

test("Pick… opens the date picker over the dashboard, and Esc returns to the dashboard", async ({
  signedIn: page,
}) => {
  await say(page, "Order groceries");
  await openPicker(page);
  const dialog = page.getByRole("dialog", { name: "When is it due?" });
  await expect(dialog).toContainText("Order groceries");
  await expect(card(page, "Order groceries")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/\/dashboard/);
});

test("checking before adding keeps the input until it is saved", async ({ signedIn: page }) => {
  const input = page.getByLabel("What do you need?");
  await input.fill("Order groceries");
  await page.getByRole("button", { name: "Review before adding" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Cancel" }).click();
  await expect(input).toHaveValue("Order groceries");

  await page.getByRole("button", { name: "Review before adding" }).click();
  await page.getByRole("button", { name: "Save task" }).click();
  await expect(card(page, "Order groceries")).toBeVisible();
  await expect(input).toHaveValue("");
});

const focusIsBehind = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const focused = document.activeElement;
    return focused !== document.body && !focused?.closest("dialog");
  });
