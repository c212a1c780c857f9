import { expect, type Page } from "@playwright/test";
import type { Visitor } from "../product/visitor.ts";
import { addTask } from "../records/add-task.ts";
import { waitForHydration } from "./browser.ts";
import { card } from "./on-screen.ts";

/**
 * Opens the dashboard as on a phone that has installed it: the service worker controls the page.
 */
export async function openInstalled(page: Page): Promise<void> {
  await page.goto("/dashboard");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await waitForHydration(page);
}

/** Waits until the service worker has both pages with these words. */
export async function waitForCopy(page: Page, words: string): Promise<void> {
  const read = (path: string) =>
    page.evaluate(async (url) => (await (await caches.match(url))?.text()) ?? "", path);
  for (const path of ["/dashboard", "/family"])
    await expect.poll(() => read(path)).toContain(words);
  await expect.poll(() => read("/week")).not.toBe("");
}

/** Opens the dashboard with one task, and waits until its copies have it. Returns the task's id. */
export async function openWithCopyOf(page: Page, family: Visitor, title: string): Promise<string> {
  const id = await addTask(family, { title });
  await openInstalled(page);
  await waitForCopy(page, title);
  return id;
}

/** Completes a task while the server cannot be reached. */
export async function completeOffline(page: Page, title: string): Promise<void> {
  await page.context().setOffline(true);
  await page.goto("/dashboard");
  await card(page, title).getByRole("button", { name: "Mark as complete" }).press("Enter");
  await expect(page.getByText("1 change waits for a connection")).toBeVisible();
}
