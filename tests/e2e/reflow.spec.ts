import type { Page } from "@playwright/test";
import { expect, test } from "../support/browser.ts";
import { pageStates } from "../support/page-states.ts";

for (const [name, { isSignedIn, status, open }] of Object.entries(pageStates)) {
  test(`nobody has to scroll sideways on the page: ${name}`, async ({
    page,
    visit,
    family,
    mila,
    signIn,
    problems,
  }) => {
    if (status) problems.expectStatus(status);
    if (isSignedIn) await signIn();
    await open({ page, visit, family, mila });
    for (const width of [320, 360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await overflowing(page), `at ${width} px`).toEqual([]);
    }
    await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await overflowing(page), `at ${width} px with text of twice the size`).toEqual([]);
    }
  });
}

/** What makes the page wider than the screen. */
function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const tooWide = [document.documentElement, ...document.querySelectorAll("dialog")].filter(
      ({ clientWidth, scrollWidth }) => scrollWidth > clientWidth,
    );
    return tooWide.flatMap((box) => {
      const right = box.getBoundingClientRect().left + box.clientWidth;
      const wide = [...box.querySelectorAll("*")].filter((element) => element.getBoundingClientRect().right > right);
      return [`${box.scrollWidth} px`, ...wide.map((element) => element.outerHTML.slice(0, 120))];
    });
  });
}
