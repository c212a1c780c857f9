import { expect, type Page } from "@playwright/test";
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
