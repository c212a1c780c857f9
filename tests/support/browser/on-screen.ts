import { expect, type Locator, type Page } from "@playwright/test";

export const card = (page: Page, title: string | RegExp): Locator =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { level: 3, name: title }) });

/** The main navigation's "More". Playwright does not know the role of a summary. */
export const menu = (page: Page): Locator => page.locator("summary", { hasText: "More: menu" });

/** Presses what a card's "More" offers: in its menu, or without JavaScript on the task's page. */
export async function pressMore(task: Locator, name: string): Promise<void> {
  await task.getByLabel("More: ").click();
  const offers = task.page().locator(".card-menu-panel, .task-buttons");
  await offers.locator("a, button").filter({ hasText: name }).click();
}

export const section = (page: Page, category: string): Locator =>
  page.getByRole("region", { name: category });

export const questionPage = (page: Page, question: string): Locator =>
  page
    .locator("main, dialog")
    .filter({ has: page.getByRole("heading", { level: 1, name: question }) });

export async function say(page: Page, text: string): Promise<void> {
  await page.getByLabel("What do you need?").fill(text);
  await page.getByRole("button", { name: "Send" }).click();
}

/** Opens the date picker for a task that was just added. Without JavaScript, it opens by itself. */
export async function openPicker(page: Page): Promise<void> {
  const picker = questionPage(page, "When is it due?");
  const pick = page.getByRole("link", { name: "Pick…" });
  await expect(picker.or(pick)).toBeVisible();
  if (await pick.isVisible()) await pick.click();
  await expect(picker).toBeVisible();
}

export async function openEdit(page: Page, title: string): Promise<void> {
  await card(page, title).getByRole("link", { name: title, exact: true }).click();
  await questionPage(page, title).getByRole("link", { name: "Edit" }).click();
  await expect(questionPage(page, "Edit task")).toBeVisible();
}

export async function expectToast(page: Page, title: string, message = ""): Promise<void> {
  const toast = page.locator(".toast").filter({ visible: true, hasText: title });
  await expect(toast).toContainText(message);
}

export async function suppressOverduePrompt(page: Page): Promise<void> {
  await page.addInitScript(() =>
    localStorage.setItem("mila-overdue-asked", new Date().toDateString()),
  );
}

export async function fillCredentials(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
}

/** Lets invalid input reach the server. */
export async function skipBrowserChecks(page: Page): Promise<void> {
  await page.locator("form").evaluateAll((forms) => {
    for (const form of forms as HTMLFormElement[]) form.noValidate = true;
  });
}

/** WebKit skips buttons without a box. Tab and screen readers must skip this one. */
export async function expectEnterButton(field: Locator): Promise<void> {
  const form = field.locator("xpath=ancestor::form");
  const button = form.locator("button[type=submit]").first();
  const facts = button.evaluate((element: HTMLButtonElement) => [
    element.getClientRects().length,
    element.tabIndex,
  ]);
  expect(await facts).toEqual([1, -1]);
  await expect(form.getByRole("button", { name: "Enter" })).toHaveCount(0);
}
