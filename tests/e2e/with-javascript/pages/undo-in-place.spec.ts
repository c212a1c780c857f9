import type { Page } from "@playwright/test";
import { addTask } from "../../../support/records/add-task.ts";
import { expect, test } from "../../../support/browser/browser.ts";
import { card, expectToast } from "../../../support/browser/on-screen.ts";

const titles = (page: Page) => page.getByRole("heading", { level: 3 });

test("a completed card keeps its place for five seconds, or while it is in use, and offers to undo it", async ({
  signedIn: page,
  visit,
  family,
}) => {
  for (const title of ["Order stamps", "Order paint"]) await addTask(family, { title });
  await page.clock.install();
  await visit("/dashboard");
  const below = card(page, "Order stamps");
  const before = await below.boundingBox();
  await card(page, "Order paint").getByRole("button", { name: "Mark as complete" }).click();
  await expect(card(page, "Order paint")).toContainText("Task completed · Undo");
  await expect(below.getByRole("link", { name: "Order stamps", exact: true })).toBeFocused();
  await expect(page.locator("[aria-live]", { hasText: "Task completed: Order paint" })).toHaveCount(
    1,
  );
  expect(await below.boundingBox()).toEqual(before);
  await expect(titles(page)).toHaveText(["Order paint", "Order stamps"]);

  // The pointer rests on it, and then the keyboard's focus.
  await page.clock.runFor(11_000);
  const undo = page.getByRole("button", { name: "Undo: Order paint" });
  await expect(undo).toBeVisible();
  await page.mouse.move(0, 0);
  for (const _ of ["tick", "more", "undo"]) await page.keyboard.press("Shift+Tab");
  await expect(undo).toBeFocused();
  await page.clock.runFor(11_000);
  await expect(undo).toBeFocused();
  for (const _ of ["more", "tick", "title"]) await page.keyboard.press("Tab");

  await page.clock.runFor(5_500);
  await expect(titles(page)).toHaveText(["Order stamps", "Order paint"]);
  await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(0);
});

test("undoing a completion reopens the card in its place and focuses it", async ({
  signedIn: page,
  visit,
  family,
}) => {
  for (const title of ["Order stamps", "Order paint"]) await addTask(family, { title });
  await visit("/dashboard");
  const task = card(page, "Order paint");
  await task.getByRole("button", { name: "Mark as complete" }).click();
  await task.getByRole("button", { name: "Undo" }).click();
  await expect(task.getByRole("button", { name: "Mark as complete" })).toBeVisible();
  await expect(
    page.locator("[aria-live]", { hasText: "Task is open again: Order paint" }),
  ).toHaveCount(1);
  await expect(task.getByRole("link", { name: "Order paint", exact: true })).toBeFocused();
  await expect(titles(page)).toHaveText(["Order paint", "Order stamps"]);
});

test("a menu that was opened while its card was being saved stays open as the card moves up", async ({
  signedIn: page,
  visit,
  family,
}) => {
  await addTask(family, { title: "Order stamps" });
  await addTask(family, { title: "Order paint", isCompleted: true });
  await visit("/dashboard");
  await expect(titles(page)).toHaveText(["Order stamps", "Order paint"]);
  let answer = () => {};
  const isPressed = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/\/reopen/, (route) => isPressed.then(() => route.continue()));
  const task = card(page, "Order paint");
  await task.getByRole("button", { name: "Mark as incomplete" }).click();
  await task.getByLabel("More: ").click();
  await expect(task.getByRole("link", { name: "Delegate" })).toBeVisible();
  answer();
  await expect(titles(page)).toHaveText(["Order paint", "Order stamps"]);
  await task.getByRole("link", { name: "Delegate" }).click({ trial: true });
});

test("a second tap where a task was deleted hits nothing, and undo focuses the task", async ({
  signedIn: page,
  visit,
  family,
}) => {
  for (const title of ["Order stamps", "Order paint"]) await addTask(family, { title });
  await visit("/dashboard");
  await card(page, "Order paint").getByLabel("More: ").click();
  const { x, y } = (await card(page, "Order paint")
    .getByRole("button", { name: "Delete task" })
    .boundingBox())!;
  for (const tap of ["first", "second"])
    await page.mouse.click(x + 30, y + 20, { clickCount: tap === "first" ? 1 : 2 });
  await expectToast(page, "Task deleted");
  await expect(page).toHaveURL("/dashboard");
  await expect(page.locator("[data-gone]")).toHaveCount(1);
  await page.getByRole("button", { name: "Undo" }).click();
  await expectToast(page, "Task restored");
  await expect(
    card(page, "Order paint").getByRole("link", { name: "Order paint", exact: true }),
  ).toBeFocused();
  await expect(titles(page)).toHaveText(["Order paint", "Order stamps"]);
});

test("a skipped card gives way to the next, and undo brings it back", async ({
  signedIn: page,
  visit,
  family,
}) => {
  await family.post("/dashboard", { text: "take out the trash every Tuesday at 7pm" });
  await visit("/dashboard");
  const trash = card(page, "Take out the trash");
  const due = await trash.locator("time").textContent();
  await trash.getByLabel("More: ").click();
  await trash.getByRole("button", { name: "Skip this time" }).click();
  await expectToast(page, "Skipped this time");
  await expect(page.locator(".task:not([data-gone]) time")).toHaveCount(1);
  await expect(page.locator(".task:not([data-gone]) time")).not.toHaveText(due!);
  await page.getByRole("button", { name: "Undo" }).click();
  await expectToast(page, "Task restored");
  await expect(page.locator(".task:not([data-gone]) time")).toHaveText([due!]);
});
