import type { Page } from "@playwright/test";
import { addTask } from "../../support/records/add-task.ts";
import { bothWays } from "../../support/browser/both-ways.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { focusedName, focusIsCovered, tabTo } from "../../support/browser/tab-to.ts";
import { today } from "../../support/text/days.ts";
import { card, expectToast } from "../../support/browser/on-screen.ts";

test("Tab goes through the sign-in page in reading order", bothWays, async ({ page, visit }) => {
  await visit("/auth");
  expect(await tabThrough(page, 7)).toEqual([
    "Skip to content",
    "Continue with Google",
    "Email",
    "Password",
    "Log In",
    "Forgot your password?",
    "Need an account? Sign up",
  ]);
});

test(
  "Tab goes through the dashboard in reading order",
  bothWays,
  async ({ signedIn: page, visit, family, javaScriptEnabled }) => {
    await addTask(family, { title: "Call grandma", category: "Elders" });
    await addTask(family, { title: "Pack the swimming bag", category: "Kids" });
    await visit("/dashboard");
    const voice = javaScriptEnabled ? ["Voice input"] : [];
    expect(await tabThrough(page, 25 + voice.length)).toEqual([
      "Skip to content",
      "Skip to tasks",
      "Mila",
      "Search",
      "Home",
      "Week",
      "Lists",
      "Family",
      "More: menu",
      "What do you need?",
      ...voice,
      "Send",
      "Review before adding",
      "Three questions",
      "No, thanks",
      "By area",
      "By day",
      "No date 1",
      "Mark as complete: Pack the swimming bag",
      "Pack the swimming bag",
      "More: Pack the swimming bag",
      "No date 1",
      "Mark as complete: Call grandma",
      "Call grandma",
      "More: Call grandma",
      "Select tasks",
    ]);
  },
);

test(
  "the skip link appears on focus and skips the header",
  bothWays,
  async ({ signedIn: page }) => {
    const skipLink = page.getByRole("link", { name: "Skip to content" });
    await expect(skipLink).not.toBeInViewport();
    await page.keyboard.press("Tab");
    await expect(skipLink).toBeFocused();
    await expect(skipLink).toBeInViewport();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/#main$/);
    await page.keyboard.press("Tab");
    await expect(page.getByLabel("What do you need?")).toBeFocused();
  },
);

test(
  "“Skip to tasks” leads to the tenth of 22 tasks in 30 presses",
  bothWays,
  async ({ signedIn: page, visit, family, javaScriptEnabled }) => {
    for (let number = 22; number > 0; number -= 1)
      await addTask(family, { title: `Errand ${number}`, dueDate: `${today()}T23:59` });
    await visit("/dashboard");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    expect(await focusedName(page)).toBe("Skip to tasks");
    await page.keyboard.press("Enter");
    // Without JavaScript, the first task is only where Tab goes on.
    if (javaScriptEnabled) expect(await focusedName(page)).toMatch(/^Errand/);
    const [, , ...cards] = await tabThrough(page, javaScriptEnabled ? 26 : 27);
    expect(cards.filter((name) => name.startsWith("More: "))).toHaveLength(8);
    expect(cards.at(-1)).toMatch(/^Mark as complete: Errand/);
    await expect(page.locator(":focus")).toBeInViewport();
  },
);

test(
  "a day above the week leads to its tasks",
  bothWays,
  async ({ signedIn: page, visit, family }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    await addTask(family, { title: "Call the vet", dueDate: "2041-06-14T09:00" });
    await visit("/week?from=2041-06-10");
    await page.getByRole("link", { name: "Friday, Jun 14: 1 task" }).press("Enter");
    await expect(page.getByRole("region", { name: "Friday" })).toBeFocused();
    expect(await tabThrough(page, 1)).toEqual([expect.stringContaining("Call the vet")]);
  },
);

test(
  "a task can be added, completed, deleted and restored by keyboard alone",
  bothWays,
  async ({ signedIn: page, javaScriptEnabled }) => {
    await tabTo(page, "What do you need?");
    await page.keyboard.type("Order groceries");
    // In a text area, Enter alone breaks the line without JavaScript.
    await tabTo(page, "Send");
    await page.keyboard.press("Enter");
    if (javaScriptEnabled) {
      await expect(page.getByText("When is “Order groceries” due?")).toBeVisible();
      await expect(page.getByLabel("What do you need?")).toBeFocused();
      await tabTo(page, "No date", "Shift+Tab");
      await page.keyboard.press("Enter");
      await expect(page.getByLabel("What do you need?")).toBeFocused();
    } else {
      await expect(page.getByRole("heading", { level: 1, name: "When is it due?" })).toBeVisible();
      await tabTo(page, "Skip");
      await page.keyboard.press("Enter");
    }
    const task = card(page, "Order groceries");
    await expect(task).toBeVisible();

    await tabTo(page, "Mark as complete: Order groceries");
    await page.keyboard.press("Enter");
    await expect(task.getByRole("button", { name: "Mark as incomplete" })).toBeVisible();

    await tabTo(page, "More: Order groceries");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Delete task" })).toBeVisible();
    await tabTo(page, "Delete task");
    await page.keyboard.press("Enter");
    await expectToast(page, "Task deleted");
    await tabTo(page, "Undo");
    await page.keyboard.press("Enter");
    await expect(task).toBeVisible();
  },
);

test(
  "the input at the bottom of a phone never covers the focused element",
  bothWays,
  async ({ signedIn: page, visit, family }) => {
    for (const title of [
      "Order groceries",
      "Order stamps",
      "Order a cake",
      "Order a taxi",
      "Order paint",
    ]) {
      await addTask(family, { title });
    }
    await page.setViewportSize({ width: 360, height: 560 });
    await visit("/dashboard");
    await tabTo(page, "Order paint");
    for (let stop = 0; stop < 17; stop += 1) {
      expect(await focusIsCovered(page), await focusedName(page)).toBe(false);
      await page.keyboard.press("Tab");
    }
  },
);

async function tabThrough(page: Page, stops: number): Promise<string[]> {
  const names: string[] = [];
  while (names.length < stops) {
    await page.keyboard.press("Tab");
    names.push(await focusedName(page));
  }
  return names;
}
