import type { Page } from "@playwright/test";
import { addTask } from "../../support/add-task.ts";
import { expect, test } from "../../support/browser.ts";
import { card, expectToast, say, skipBrowserChecks } from "../../support/on-screen.ts";

// Their requests would pass by `page.route`.
test.use({ serviceWorkers: "block" });

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
  await expect(card(page, "Order groceries").getByRole("link", { name: /12:00 PM/ })).toBeFocused();
});

test("Tab stays inside", async ({ signedIn: page, visit, family }) => {
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
  test(`${how} closes the dialog, without a connection too, and what opened it has the focus`, async ({
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
    await expect(page.getByRole("link", { name: "Order groceries" })).toBeFocused();
    await expect(page.getByLabel("What do you need?")).toHaveValue("Order sta");
    expect(await page.evaluate(() => history.state.idx)).toBe(0);
  });
}

test("a press beside it does not cost what somebody wrote", async ({ signedIn: page, visit, family }) => {
  await addTask(family, { title: "Order groceries" });
  await visit("/dashboard");
  await openEdit(page, "Order groceries");
  await page.getByLabel("Title").fill("Order groceries and stamps");
  await page.mouse.click(5, 5);
  await expect(page.getByLabel("Title")).toHaveValue("Order groceries and stamps");
});

test("what the server cannot take is said in the dialog, and nothing typed is lost", async ({
  signedIn: page,
  visit,
  family,
  problems,
}) => {
  problems.expectStatus(400);
  await addTask(family, { title: "Order groceries" });
  await visit("/dashboard");
  await openEdit(page, "Order groceries");
  await page.getByLabel("Description").fill("Milk and eggs");
  await page.getByLabel("Title").fill("  ");
  await skipBrowserChecks(page);
  await page.getByRole("button", { name: "Save Changes" }).click();

  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("A task needs a title");
  await expect(page.getByLabel("Description")).toHaveValue("Milk and eggs");
  await page.getByLabel("Title").fill("Order food");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(card(page, "Order food")).toContainText("Milk and eggs");
});

test("a change that cannot be sent leaves the dialog as it is", async ({ signedIn: page, visit, family, problems }) => {
  problems.expectOffline();
  await addTask(family, { title: "Order groceries" });
  await visit("/dashboard");
  await openEdit(page, "Order groceries");
  await page.getByLabel("Title").fill("Order food");
  await page.context().setOffline(true);
  await page.getByRole("button", { name: "Save Changes" }).click();

  await expect(page.getByRole("dialog")).toContainText("Hmm, I couldn't save that.");
  await expect(page.getByLabel("Title")).toHaveValue("Order food");
});

test("what somebody else changes shows behind the dialog, and is not overwritten unseen", async ({
  signedIn: page,
  visit,
  family,
  problems,
}) => {
  problems.expectStatus(409);
  const id = await addTask(family, { title: "Birthday cake" });
  await visit("/dashboard");
  await openEdit(page, "Birthday cake");
  await page.getByLabel("Title").fill("Chocolate cake");
  const version = await page.locator("dialog input[name=version]").inputValue();
  const changed = { title: "Cake with candles", category: "Household", version };
  await family.post(`/tasks/${id}/edit`, changed);
  await expect(card(page, "Cake with candles")).toBeVisible();

  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(page.getByRole("dialog")).toContainText("Somebody changed this task while you were editing it.");
  await expect(page.getByLabel("Title")).toHaveValue("Chocolate cake");
});

test("who closes it while it saves still sees what was saved", async ({ signedIn: page, visit, family }) => {
  await addTask(family, { title: "Order groceries" });
  await visit("/dashboard");
  await openEdit(page, "Order groceries");
  await page.getByLabel("Title").fill("Order food");
  let hasArrived = () => {};
  const arrived = new Promise<void>((resolve) => (hasArrived = resolve));
  await page.route("**/edit.data", async (route) => {
    await route.fetch({ maxRedirects: 0 });
    hasArrived();
  });
  await page.getByRole("button", { name: "Save Changes" }).click();
  await arrived;
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(card(page, "Order food")).toBeVisible();
});

test("a keyboard over the bottom of a phone does not cover the dialog's buttons", async ({
  signedIn: page,
  visit,
  family,
}) => {
  await addTask(family, { title: "Order groceries" });
  await page.setViewportSize({ width: 360, height: 740 });
  await visit("/dashboard");
  await openEdit(page, "Order groceries");
  await page.evaluate(() => {
    Object.defineProperty(window.visualViewport, "height", { value: 400 });
    window.visualViewport?.dispatchEvent(new Event("resize"));
  });
  const bottomOf = async (name: string) => {
    const box = await page.getByRole("button", { name }).boundingBox();
    return box ? box.y + box.height : undefined;
  };
  await expect.poll(() => bottomOf("Save Changes")).toBeLessThan(400);
});

test("a task without a date opens the picker over the dashboard; Esc goes back to the input", async ({
  signedIn: page,
}) => {
  await say(page, "Order groceries");
  const dialog = page.getByRole("dialog", { name: "When is it due?" });
  await expect(dialog).toContainText("Order groceries");
  await expectToast(page, "Task added!", "Added to Household");
  await expect(card(page, "Order groceries")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByLabel("What do you need?")).toBeFocused();
});

test("looking before adding keeps what was typed until it is saved", async ({ signedIn: page }) => {
  const input = page.getByLabel("What do you need?");
  await input.fill("Order groceries");
  await page.getByRole("button", { name: "Look before adding" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Cancel" }).click();
  await expect(input).toHaveValue("Order groceries");

  await page.getByRole("button", { name: "Look before adding" }).click();
  await page.getByRole("button", { name: "Save task" }).click();
  await expect(card(page, "Order groceries")).toBeVisible();
  await expect(input).toHaveValue("");
});

test("the page behind stays where it was scrolled to", async ({ signedIn: page, visit, family }) => {
  for (let day = 10; day < 25; day += 1)
    await addTask(family, { title: `Day ${day}`, dueDate: `2031-05-${day}T08:00` });
  await page.setViewportSize({ width: 360, height: 640 });
  await visit("/dashboard");
  await card(page, "Day 17").scrollIntoViewIfNeeded();
  const top = () => page.evaluate(() => window.scrollY);
  const before = await top();
  expect(before).toBeGreaterThan(200);

  await openEdit(page, "Day 17");
  await page.mouse.wheel(0, -400);
  await page.getByLabel("Description").fill("Early");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expectToast(page, "Task saved!");
  expect(await top()).toBe(before);
});

test("for people who want no motion it is just there", async ({ signedIn: page, visit, family }) => {
  await addTask(family, { title: "Order groceries" });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await visit("/dashboard");
  await openEdit(page, "Order groceries");
  const animations = await page
    .getByRole("dialog")
    .evaluate((dialog) => [
      getComputedStyle(dialog).animationName,
      getComputedStyle(dialog, "::backdrop").animationName,
    ]);
  expect(animations).toEqual(["none", "none"]);
});

test("the address of a dialog is a page of its own, and its link opens in a tab of its own", async ({
  signedIn: page,
  visit,
  family,
}) => {
  const id = await addTask(family, { title: "Order groceries" });
  await visit("/dashboard");
  await openEdit(page, "Order groceries");
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Edit task");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("link", { name: "Cancel" }).click();

  const opened = page.context().waitForEvent("page");
  await page.getByRole("link", { name: "Order groceries" }).click({ modifiers: ["Control"] });
  const tab = await opened;
  await expect(tab).toHaveURL(`/tasks/${id}/edit`);
  await expect(tab.getByRole("main").getByLabel("Title")).toHaveValue("Order groceries");
  await tab.close();
});

async function openEdit(page: Page, title: string): Promise<void> {
  await page.getByRole("link", { name: title }).click();
  await expect(page.getByRole("dialog", { name: "Edit task" })).toBeFocused();
}

const focusIsBehind = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const focused = document.activeElement;
    return focused !== document.body && !focused?.closest("dialog");
  });
