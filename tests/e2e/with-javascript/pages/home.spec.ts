import type { Locator } from "@playwright/test";
import { expect, test } from "../../../support/browser/browser.ts";
import { card, say, suppressOverduePrompt } from "../../../support/browser/on-screen.ts";
import { addTask } from "../../../support/records/add-task.ts";
import { today, tomorrow } from "../../../support/text/days.ts";

const phone = { width: 360, height: 740 };

test("by day, the tick of a completed task is filled", async ({ signIn, visit, page, family }) => {
  await addTask(family, { title: "Call the bank", isCompleted: true });
  await signIn();
  await visit("/dashboard?view=day");
  const ground = card(page, "Call the bank")
    .locator(".tick")
    .evaluate((tick) => getComputedStyle(tick, "::before").backgroundColor);
  expect(await ground).not.toBe("rgba(0, 0, 0, 0)");
});

test("the links to the views cover nothing", async ({ signIn, visit, page, family }) => {
  await signIn();
  await page.setViewportSize(phone);
  await visit("/dashboard");
  const links = page.getByRole("navigation", { name: "View" });
  await expect(page.locator(".all-caught-up")).toBeVisible();
  await expect(links).toHaveCount(0);

  const dueDate = `${tomorrow().toString()}T15:00`;
  for (const [title, due] of [
    ["Pick up Emma", dueDate],
    ["Pay the rent", "2020-02-03T08:00"],
    ["Mow the lawn", `${today().toString()}T23:59`],
  ] as const)
    await addTask(family, { title, dueDate: due });
  await suppressOverduePrompt(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  await visit("/dashboard?view=day");
  await expect(page.getByRole("button", { name: "Always show this" })).toBeVisible();
  for (const group of await page.locator(".group").all())
    expect(await overlap(links, group)).toBe(false);
});

test("the links to the views stand over all areas where these stand side by side", async ({
  signIn,
  visit,
  page,
  family,
}) => {
  await addTask(family, { title: "Mow the lawn", dueDate: `${tomorrow().toString()}T09:00` });
  await signIn();
  for (const width of [768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await visit("/dashboard");
    const links = (await page.getByRole("navigation", { name: "View" }).boundingBox())!;
    for (const heading of await page.locator(".category-heading").all())
      expect((await heading.boundingBox())!.y).toBeGreaterThanOrEqual(links.y + links.height);
  }
});

test("an icon of the week stands on the line of its words", async ({
  signIn,
  visit,
  page,
  family,
}) => {
  await addTask(family, { title: "Mow", dueDate: `${today().toString()}T09:00` });
  await signIn();
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await visit("/week");
    const [icon, title] = [page.locator(".week-facts .icon"), page.locator(".week-title")];
    expect(Math.abs((await middleOf(icon)) - (await middleOf(title)))).toBeLessThanOrEqual(2);
  }
});

async function middleOf(part: Locator): Promise<number> {
  const { y, height } = (await part.boundingBox())!;
  return y + height / 2;
}

test("an opened menu shows all its entries above a phone's input", async ({
  signIn,
  visit,
  page,
  family,
}) => {
  for (const number of [1, 2, 3, 4, 5, 6])
    await addTask(family, { title: `Errand ${number}`, dueDate: `${tomorrow().toString()}T09:00` });
  await signIn();
  await page.setViewportSize(phone);
  await visit("/dashboard");
  await card(page, "Errand 4").getByLabel("More: ").click();
  const last = page.locator(".card-menu-panel").getByRole("button", { name: "Delete task" });
  await expect(last).toBeInViewport({ ratio: 1 });
  expect(await overlap(last, page.locator(".add-task"))).toBe(false);
});

test("an overdue date takes one line of a phone", async ({ signIn, visit, page, family }) => {
  await addTask(family, { title: "Call Oma", dueDate: `${today().toString()}T00:00` });
  await suppressOverduePrompt(page);
  await signIn();
  await page.setViewportSize(phone);
  await visit("/dashboard");
  const due = card(page, "Call Oma").locator(".chip[data-overdue]");
  await expect(due).toContainText("Today");
  const [{ x, width }, line] = [
    (await due.boundingBox())!,
    (await card(page, "Call Oma").locator(".task-title").boundingBox())!,
  ];
  expect(x).toBeCloseTo(line.x, 0);
  expect(width).toBeLessThan(200);
});

test("a change made at a press leaves the input ready", async ({ signedIn: page }) => {
  await say(page, "Dentist for Emma on June 14 2041 at 3pm");
  await expect(card(page, "Dentist for Emma")).toBeVisible();
  await say(page, "move dentist to June 20 2041");
  await page.getByRole("button", { name: /^Move to Jun 20, 2041/ }).click();
  await expect(page.locator(".toast").filter({ hasText: "Date changed" })).toBeVisible();
  await expect(page.getByLabel("What do you need?")).toBeFocused();
});

test("a phone's week begins with today if nothing was before", async ({ signIn, visit, page }) => {
  await signIn();
  await page.setViewportSize(phone);
  await visit("/week");
  await expect(page.locator(".week-day").filter({ visible: true }).first()).toContainText("Today");
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect(page.locator(".week-day").filter({ visible: true })).toHaveCount(7);
});

async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [(await one.boundingBox())!, (await other.boundingBox())!];
  const isApart = a.x + a.width <= b.x || b.x + b.width <= a.x;
  return !isApart && a.y < b.y + b.height && b.y < a.y + a.height;
}
