import { type BrowserContext, expect, type Page, test as base } from "@playwright/test";
import { BrowserProblems } from "./browser-problems.ts";
import { type Mila, startMila } from "./mila.ts";
import { signedInFamily } from "./signed-in-family.ts";
import type { Visitor } from "./visitor.ts";

export { expect } from "@playwright/test";

export const timeZone = "America/New_York";

interface Fixtures {
  problems: BrowserProblems;
  visit: (path: string) => Promise<void>;
  /** A new family, whose visitor makes plain requests to set a test up. */
  family: Visitor & { email: string };
  /** Signs the browser in as the family. */
  signIn: () => Promise<void>;
  signedIn: Page;
  otherDevice: Page;
}

export const test = base.extend<Fixtures, { mila: Mila }>({
  mila: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      await using mila = await startMila({ MILA_TIME_ZONE: timeZone });
      await use(mila);
    },
    { scope: "worker" },
  ],
  baseURL: ({ mila }, use) => use(mila.url),
  timezoneId: timeZone,
  problems: [
    async ({ context, mila }, use) => {
      const problems = new BrowserProblems(mila.url);
      problems.watch(context);
      await use(problems);
      expect(problems.unexpected()).toEqual([]);
    },
    { auto: true },
  ],
  visit: ({ page, javaScriptEnabled }, use) =>
    use(async (path) => {
      await page.goto(path);
      if (javaScriptEnabled) await pageIsAlive(page);
    }),
  family: ({ mila }, use) => signedInFamily(mila).then(use),
  signIn: ({ context, family, mila }, use) => use(() => addSession(context, mila, family)),
  signedIn: async ({ page, visit, signIn }, use) => {
    await signIn();
    await visit("/dashboard");
    await use(page);
  },
  otherDevice: async ({ browser, problems, family, mila, javaScriptEnabled }, use) => {
    await using context = await browser.newContext({ baseURL: mila.url, timezoneId: timeZone, javaScriptEnabled });
    problems.watch(context);
    await addSession(context, mila, family);
    await use(await context.newPage());
  },
});

/** Before hydration, a click submits the plain form. */
export async function pageIsAlive(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector("main") ?? {}).some((key) => key.startsWith("__reactFiber")),
  );
}

export async function addSession(context: BrowserContext, mila: Mila, family: Visitor) {
  const value = family.cookie("mila_session");
  if (!value) throw new Error("The new family is not signed in");
  await context.addCookies([{ name: "mila_session", value, url: mila.url }]);
}
