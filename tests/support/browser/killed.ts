import { once } from "node:events";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { addSession, waitForHydration } from "./browser.ts";
import { browserOptions, startBrowser } from "./chromium.ts";
import type { Mila } from "../product/mila.ts";
import type { Visitor } from "../product/visitor.ts";
import { killTree } from "../runner/kill.ts";

/** A browser that is killed may not have written its cookies yet. */
export async function openBrowser(
  profile: string,
  mila: Mila,
  family: Visitor,
): Promise<BrowserContext> {
  const options = {
    ...browserOptions(),
    baseURL: mila.url,
    serviceWorkers: "allow",
    locale: "en-US",
  } as const;
  const browser = await startBrowser(() => chromium.launchPersistentContext(profile, options));
  browser.setDefaultTimeout(20_000);
  await addSession(browser, mila, family);
  return browser;
}

export async function openTabs(browser: BrowserContext, count: number): Promise<Page[]> {
  while (browser.pages().length < count) await browser.newPage();
  return browser.pages();
}

export async function open(page: Page, path: string): Promise<void> {
  await page.bringToFront();
  await page.goto(path);
  await waitForHydration(page);
}

export async function kill({ process: parent }: Mila): Promise<void> {
  if (parent.exitCode !== null || parent.signalCode !== null) return;
  const ended = once(parent, "exit");
  killTree(parent.pid!);
  await ended;
}
