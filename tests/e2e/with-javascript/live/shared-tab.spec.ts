import type { Page } from "@playwright/test";
import { expect, test } from "../../../support/browser/browser.ts";
import { Tab } from "../../../support/browser/tab.ts";

test("a test's storage and emulated media do not reach the next one", async ({ browser, mila }) => {
  const tab = await Tab.open(browser);
  await tab.page.goto(`${mila.url}/auth`);
  const start = { url: mila.url, reducedMotion: "reduce" } as const;
  await tab.reset(start);
  const before = await tracesIn(tab.page);
  await tab.page.goto(`${mila.url}/auth`);
  await tab.page.evaluate(async () => {
    window.name = "left";
    localStorage.setItem("left", "1");
    sessionStorage.setItem("left", "1");
    document.cookie = "left=1";
    const opening = indexedDB.open("left");
    await new Promise((resolve) => (opening.onsuccess = resolve));
    await caches.open("left");
  });
  await tab.page.emulateMedia({
    reducedMotion: "no-preference",
    colorScheme: "dark",
    media: "print",
  });
  expect(await tracesIn(tab.page)).not.toEqual(before);
  expect(await tab.reset(start)).toBe(true);
  expect(await tracesIn(tab.page)).toEqual(before);
  await tab.context.close();
});

test.describe("in the same worker", () => {
  test.describe.configure({ mode: "serial" });
  for (const width of [1280, 360])
    test.describe(`at ${width} px`, () => {
      test.use({ viewport: { width, height: 640 } });
      test("a test begins at its own size, whatever the one before had", async ({ page }) => {
        expect(await page.evaluate(() => innerWidth)).toBe(width);
      });
    });
});

const lasting: [name: string, leave: (page: Page) => unknown][] = [
  ["a set clock", (page) => page.clock.setSystemTime(new Date("2030-06-01T12:00:00Z"))],
  ["a held key", (page) => page.keyboard.down("Shift")],
  ["a held button", (page) => page.mouse.down()],
  ["another timeout", (page) => page.setDefaultTimeout(1)],
  ["a debugging session", (page) => page.context().newCDPSession(page)],
];

for (const [name, leave] of lasting)
  test(`a tab with ${name} is not used again`, async ({ browser, mila }) => {
    const tab = await Tab.open(browser);
    await leave(tab.page);
    expect(await tab.reset({ url: mila.url })).toBe(false);
  });

test("a tab that is still on its way elsewhere is not used again", async ({ browser, mila }) => {
  const tab = await Tab.open(browser);
  const start = { url: mila.url };
  const evaluate = tab.page.evaluate.bind(tab.page);
  tab.page.evaluate = () =>
    evaluate(() => {
      location.assign("/auth");
      return new Promise<never>(() => undefined);
    });
  expect(await tab.reset(start)).toBe(false);
  expect(tab.page.isClosed()).toBe(true);
});

test("a tab that can't be emptied for another reason fails the test", async ({ browser, mila }) => {
  const tab = await Tab.open(browser);
  tab.page.evaluate = () => Promise.reject(new Error("no storage"));
  const start = { url: mila.url };
  await expect(tab.reset(start)).rejects.toThrow("no storage");
  await tab.context.close();
});

function tracesIn(page: Page): Promise<unknown> {
  return page.evaluate(async () => ({
    name: window.name,
    stored: localStorage.length + sessionStorage.length,
    cookies: document.cookie,
    databases: (await indexedDB.databases()).map(({ name }) => name),
    caches: await caches.keys(),
    media: ["print", "(prefers-reduced-motion)", "(prefers-color-scheme: dark)"].filter(
      (query) => matchMedia(query).matches,
    ),
  }));
}
