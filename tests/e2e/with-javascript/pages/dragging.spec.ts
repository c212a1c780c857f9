import type { CDPSession, Locator, Page } from "@playwright/test";
import { nowIso, wallClockAt } from "#app/domain/core/time.ts";
import { expect, test, timeZone } from "../../../support/browser/browser.ts";
import { expectToast } from "../../../support/browser/on-screen.ts";
import { addTask } from "../../../support/records/add-task.ts";

const today = wallClockAt(nowIso(), timeZone).toPlainDate();
/** A week that is still to come, whole. */
const week = today.add({ days: 14 });
const days = (page: Page) => page.locator(".week-day");
const drawer = (page: Page) => page.locator(".week-undated");

async function centerOf(target: Locator) {
  const { x, y, width, height } = (await target.boundingBox())!;
  return { x: x + width / 2, y: y + Math.min(height / 2, 40) };
}

async function openDrawer(page: Page, visit: (path: string) => Promise<void>) {
  await visit(`/week?from=${week.toString()}`);
  await drawer(page).getByText("No date yet").click();
}

async function drag(page: Page, source: Locator, target: Locator) {
  const [from, to] = [await centerOf(source), await centerOf(target)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 5 });
}

test("a task without a date is dragged to a day, and Undo brings it back", async ({
  signedIn: page,
  visit,
  family,
}) => {
  await addTask(family, { title: "Order stamps" });
  await openDrawer(page, visit);
  const day = days(page).nth(3);
  await drag(page, drawer(page).getByText("Order stamps"), day);
  await expect(page.locator(".drag-ghost")).toContainText("Order stamps");
  await expect(day).toHaveAttribute("data-landing");
  await page.mouse.up();
  await expectToast(page, "Task saved!");
  await expect(day.getByRole("link", { name: "Order stamps" })).toBeVisible();
  await expect(day).not.toContainText("PM");
  await expect(page).toHaveURL(/\/week\?from=/);
  await expect(page.locator(".drag-ghost")).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expectToast(page, "1 task is back");
  await expect(drawer(page)).toContainText("No date yet (1)");
  await expect(day).toContainText("Nothing planned");
});

test("a task of a day is dragged to another day, and keeps its time", async ({
  signedIn: page,
  visit,
  family,
}) => {
  const from = week.subtract({ days: week.dayOfWeek % 7 });
  await addTask(family, { title: "Call the vet", dueDate: `${from.toString()}T15:15` });
  await addTask(family, { title: "Feed the cat", dueDate: `${from.toString()}T08:00` });
  await visit(`/week?from=${week.toString()}`);
  const vet = page.getByRole("link", { name: "Call the vet" });
  await drag(page, vet, days(page).nth(5));
  await page.mouse.up();
  await expectToast(page, "Task saved!");
  await expect(days(page).nth(5)).toContainText("3:15 PM Call the vet");
  await expect(days(page).nth(0)).toContainText("Feed the cat");
});

test("Escape cancels a drag, and so does dropping elsewhere; a press opens the page", async ({
  signedIn: page,
  visit,
  family,
}) => {
  await addTask(family, { title: "Order stamps" });
  await openDrawer(page, visit);
  const stamps = drawer(page).getByText("Order stamps");
  await drag(page, stamps, days(page).nth(3));
  await page.keyboard.press("Escape");
  await expect(page.locator(".drag-ghost")).toHaveCount(0);
  await page.mouse.up();
  await drag(page, stamps, page.getByRole("heading", { name: "Week", exact: true }));
  await expect(page.locator(".drag-ghost")).toBeVisible();
  await page.mouse.up();
  const { x, y } = await centerOf(stamps);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 60, y);
  await page.mouse.move(x, y);
  await page.mouse.up();
  await expect(page).toHaveURL(/\/week\?from=/);
  await expect(drawer(page)).toContainText("No date yet (1)");
  await expect(page.locator(".toast")).toHaveCount(0);
  await expect(async () => {
    await stamps.click();
    await expect(page).toHaveURL(/\/tasks\/.*\/date$/, { timeout: 2_000 });
  }).toPass();
});

test("days that are over take no task", async ({ signedIn: page, visit, family }) => {
  await addTask(family, { title: "Order stamps" });
  await visit(`/week?from=${today.subtract({ days: 14 }).toString()}`);
  await drawer(page).getByText("No date yet").click();
  await drag(page, drawer(page).getByText("Order stamps"), days(page).nth(3));
  await expect(page.locator(".drag-ghost")).toBeVisible();
  await expect(page.locator("[data-landing]")).toHaveCount(0);
  await page.mouse.up();
  await expect(drawer(page)).toContainText("No date yet (1)");
});

async function touch(
  fingers: CDPSession,
  type: "touchStart" | "touchMove" | "touchEnd",
  point?: { x: number; y: number },
) {
  await fingers.send("Input.dispatchTouchEvent", { type, touchPoints: point ? [point] : [] });
}

test("a finger scrolls the page, and drags a task after a long press", async ({
  signedIn: page,
  visit,
  family,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await addTask(family, { title: "Order stamps" });
  await openDrawer(page, visit);
  const fingers = await page.context().newCDPSession(page);
  await fingers.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  const stamps = drawer(page).getByText("Order stamps");
  // Above the bar of pages.
  const showInMiddle = () => stamps.evaluate((title) => title.scrollIntoView({ block: "center" }));
  await showInMiddle();
  const from = await centerOf(stamps);
  const scrolledTo = () => page.evaluate(() => window.scrollY);
  const before = await scrolledTo();
  await touch(fingers, "touchStart", from);
  for (const up of [30, 60, 90]) await touch(fingers, "touchMove", { x: from.x, y: from.y + up });
  await expect.poll(scrolledTo).toBeLessThan(before);
  // A finger that rests before it lifts starts no fling. Chromium cancels a press during one.
  await page.evaluate(() => new Promise((resolve) => window.setTimeout(resolve, 300)));
  await touch(fingers, "touchMove", { x: from.x, y: from.y + 91 });
  await touch(fingers, "touchEnd");
  await expect(page.locator(".drag-ghost")).toHaveCount(0);

  await showInMiddle();
  const again = await centerOf(stamps);
  await touch(fingers, "touchStart", again);
  await expect(page.locator(".drag-ghost")).toBeVisible();
  const onStrip = page.locator(".week-strip a").nth(3);
  const to = await centerOf(onStrip);
  const still = await scrolledTo();
  await touch(fingers, "touchMove", { x: to.x, y: to.y + 20 });
  await touch(fingers, "touchMove", to);
  await expect(onStrip).toHaveAttribute("data-landing");
  expect(await scrolledTo()).toBe(still);
  await touch(fingers, "touchEnd");
  await expectToast(page, "Task saved!");
  await expect(days(page).nth(3)).toContainText("Order stamps");
  await fingers.send("Emulation.setTouchEmulationEnabled", { enabled: false });
});

for (const where of ["task", "checklist"] as const) {
  test(`an item of a checklist is dragged to the place of another one, on the page of the ${where}`, async ({
    signedIn: page,
    visit,
    family,
  }) => {
    const id = await addTask(family, { title: "Pack for camp" });
    await family.post(`/tasks/${id}/checklist`, { text: "socks, tent, torch and hat" });
    await visit(where === "task" ? `/tasks/${id}` : `/tasks/${id}/checklist`);
    const items = page.locator(".item-name");
    const item = (name: string) => items.filter({ hasText: name });
    await drag(page, item("Socks"), item("Torch"));
    await expect(page.locator(".drag-ghost")).toHaveText("Socksafter Torch");
    await page.mouse.up();
    await expect(items).toHaveText(["Tent", "Torch", "Socks", "Hat"]);
    await expect(page.getByRole("status").filter({ hasText: "Socks" })).toHaveText(
      "Socks is now after Torch",
    );
    await drag(page, item("Hat"), item("Tent"));
    await page.mouse.up();
    await expect(items).toHaveText(["Hat", "Tent", "Torch", "Socks"]);
    // Nothing was ticked, and no page opened.
    await expect(page.locator(".item[data-ticked]")).toHaveCount(0);
    await visit(`/tasks/${id}`);
    await expect(items).toHaveText(["Hat", "Tent", "Torch", "Socks"]);
  });
}

test("a finger drags an item in a dialog after a long press, and Escape cancels only the drag", async ({
  signedIn: page,
  visit,
  family,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const id = await addTask(family, { title: "Pack for camp" });
  const names = Array.from({ length: 30 }, (_, index) => `Thing ${index + 1}`);
  await family.post(`/tasks/${id}/checklist`, { text: names.join(", ") });
  await visit("/dashboard");
  await page.locator(`#task-${id} a`).click();
  const dialog = page.getByRole("dialog");
  const items = dialog.locator(".item-name");
  const item = (name: string) => dialog.getByText(name, { exact: true });
  await item("Thing 2").evaluate((name) => name.scrollIntoView({ block: "center" }));
  await drag(page, item("Thing 1"), item("Thing 3"));
  await expect(page.locator(".drag-ghost")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await expect(page.locator(".drag-ghost")).toHaveCount(0);
  await expect(dialog).toBeVisible();
  await expect(items.first()).toHaveText("Thing 1");

  const fingers = await page.context().newCDPSession(page);
  await fingers.send("Emulation.setTouchEmulationEnabled", { enabled: true });
  await touch(fingers, "touchStart", await centerOf(item("Thing 1")));
  await expect(page.locator(".drag-ghost")).toBeVisible();
  // Near the lower edge the dialog scrolls.
  const before = await dialog.evaluate(({ scrollTop }) => scrollTop);
  await touch(fingers, "touchMove", { x: 180, y: 700 });
  await expect
    .poll(() => dialog.evaluate(({ scrollTop }) => scrollTop))
    .toBeGreaterThan(before + 100);
  // Away from the edge it no longer scrolls.
  await touch(fingers, "touchMove", { x: 180, y: 370 });
  await item("Thing 2").evaluate((name) => name.scrollIntoView({ block: "center" }));
  await touch(fingers, "touchMove", await centerOf(item("Thing 2")));
  await touch(fingers, "touchEnd");
  await expect(items.first()).toHaveText("Thing 2");
  await expect(items.nth(1)).toHaveText("Thing 1");
  await fingers.send("Emulation.setTouchEmulationEnabled", { enabled: false });
});
