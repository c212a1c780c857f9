import { type BrowserContext, expect, type Page, type TestInfo } from "@playwright/test";
import { startBrowser } from "./chromium.ts";
import { BrowserProblems } from "./browser-problems.ts";
import type { Mila } from "../product/mila.ts";
import { test as base, timeZone } from "../product/milas.ts";
import { signedInFamily } from "../people/signed-in-family.ts";
import { Tab } from "./tab.ts";
import type { Visitor } from "../product/visitor.ts";

export { expect } from "@playwright/test";
export { timeZone };

interface Fixtures {
  mila: Mila;
  withTab: (name: string, run: (tab: Tab) => Promise<void>) => Promise<void>;
  tab: Tab;
  problems: BrowserProblems;
  visit: (path: string) => Promise<void>;
  /** Prepares tests with plain HTTP requests. */
  family: Visitor & { email: string };
  signIn: () => Promise<void>;
  signedIn: Page;
  otherDevice: Page;
}

interface WorkerFixtures {
  /** Keyed by the options of their contexts. */
  tabs: Map<string, Tab>;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  browser: [
    async ({ playwright, browserName }, use) => {
      const browser = await startBrowser(() => playwright[browserName].launch());
      await use(browser);
      await browser.close();
    },
    { scope: "worker", timeout: 0 },
  ],
  // oxlint-disable-next-line no-empty-pattern
  tabs: [({}, use) => use(new Map()), { scope: "worker" }],
  withTab: (
    { browser, tabs, baseURL, viewport, timezoneId, serviceWorkers, contextOptions },
    use,
    testInfo,
  ) =>
    use(async (name, run) => {
      const key = JSON.stringify({ name, baseURL, timezoneId, serviceWorkers, contextOptions });
      const tab = tabs.get(key) ?? (await Tab.open(browser));
      tabs.delete(key);
      // The test before may have had another one.
      await tab.page.setViewportSize(viewport!);
      await run(tab);
      if (testInfo.errors.length > 0) await attachPage(testInfo, tab.page);
      const { reducedMotion } = contextOptions;
      if (await tab.reset({ url: baseURL!, reducedMotion })) tabs.set(key, tab);
    }),
  tab: ({ withTab }, use) => withTab("own", use),
  context: ({ tab }, use) => use(tab.context),
  page: ({ tab }, use) => use(tab.page),
  mila: ({ plainMila }, use) => use(plainMila),
  baseURL: ({ mila }, use) => use(mila.url),
  timezoneId: timeZone,
  problems: [
    async ({ context, mila }, use) => {
      const problems = new BrowserProblems(mila.url);
      using _watched = problems.watch(context);
      await use(problems);
      expect(problems.unexpected()).toEqual([]);
    },
    { auto: true },
  ],
  visit: ({ page, javaScriptEnabled }, use) =>
    use(async (path) => {
      await page.goto(path);
      if (javaScriptEnabled) await waitForHydration(page);
    }),
  family: ({ mila }, use) => signedInFamily(mila).then(use),
  signIn: ({ context, family, mila }, use) => use(() => addSession(context, mila, family)),
  signedIn: async ({ page, visit, signIn }, use) => {
    await signIn();
    await visit("/dashboard");
    await use(page);
  },
  otherDevice: ({ withTab, problems, family, mila }, use) =>
    withTab("other", async ({ context, page }) => {
      using _watched = problems.watch(context);
      await addSession(context, mila, family);
      await use(page);
    }),
});

/** The report prints its first 300 characters: a reset tab shows another page. */
async function attachPage(testInfo: TestInfo, page: Page): Promise<void> {
  const words = await page
    .evaluate(() => {
      const shown = document.querySelector<HTMLElement>("[role=dialog], main") ?? document.body;
      return `${document.readyState} ${shown.innerText.replaceAll(/\s+/g, " ")}`;
    })
    .catch(String);
  const body = `${page.url()}\n${words}`;
  await testInfo.attach("the page at the end", { body, contentType: "text/plain" });
}

/**
 * Before hydration, a click would submit the plain form. React marks the elements first and
 * attaches its listeners later: on a busy machine, after a fifth of a second.
 */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(async () => {
    const key = Object.keys(document).find((name) => name.startsWith("__reactContainer"));
    const root = key && (document as unknown as Record<string, ReactRoot>)[key];
    if (!root || root.stateNode.current.memoizedState.isDehydrated) return false;
    // Effects run in the next task.
    const { port1, port2 } = new MessageChannel();
    await new Promise((resolve) => {
      port1.addEventListener("message", resolve, { once: true });
      port1.start();
      port2.postMessage("next task");
    });
    return true;
  });
}

interface ReactRoot {
  stateNode: { current: { memoizedState: { isDehydrated: boolean } } };
}

export async function addSession(
  context: BrowserContext,
  mila: Pick<Mila, "url">,
  family: Visitor,
) {
  const value = family.cookie("mila_session");
  if (!value) throw new Error("The new family is not signed in");
  await context.addCookies([{ name: "mila_session", value, url: mila.url }]);
}
