import { expect, type Page } from "@playwright/test";
import type { Visitor } from "../product/visitor.ts";
import { addTask } from "../records/add-task.ts";
import { waitForHydration } from "./browser.ts";

/** Opens the dashboard as on a phone that has installed it: the service worker controls the page. */
export async function openInstalled(page: Page): Promise<void> {
  await page.goto("/dashboard");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await waitForHydration(page);
}

/** Waits until the service worker has both pages with these words. */
export async function waitForCopy(page: Page, words: string): Promise<void> {
  const read = (path: string) => page.evaluate(async (url) => (await (await caches.match(url))?.text()) ?? "", path);
  for (const path of ["/dashboard", "/family"]) await expect.poll(() => read(path)).toContain(words);
}

/** Opens the dashboard with one task, and waits until its copies have it. Returns the task's id. */
export async function openWithCopyOf(page: Page, family: Visitor, title: string): Promise<string> {
  const id = await addTask(family, { title });
  await openInstalled(page);
  await waitForCopy(page, title);
  return id;
}
