import type { Page } from "@playwright/test";
import { violations } from "../../../support/browser/axe.ts";
import { expect, test } from "../../../support/browser/browser.ts";
import { atName, openState } from "../../../support/browser/open-state.ts";
import { pageStates } from "../../../support/browser/page-states.ts";
import { chromiumUser } from "../../../support/browser/page-user/chromium-user.ts";

test.use({ baseURL: ({ mila }, use) => use(atName(mila.url)) });

for (const [name, state] of Object.entries(pageStates)) {
  test(`axe finds nothing and the page never scrolls sideways: ${name}`, async ({
    page,
    visit,
    family,
    mila,
    problems,
  }) => {
    const url = atName(mila.url);
    problems.expectOrigin(url);
    if (state.status) problems.expectStatus(state.status);
    const open = state.isFile ? async (path: string) => void (await page.goto(path)) : visit;
    await openState(state, { user: chromiumUser(page, url, open), family, mila });
    await expectNoSidewaysScrolling(page, [320, 360, 1280], "100%");
    await expectNoSidewaysScrolling(page, [360, 1280], "200%");
    await setTextSize(page, "");
    expect.soft(await violations(page)).toEqual([]);
  });
}

async function expectNoSidewaysScrolling(
  page: Page,
  widths: number[],
  textSize: string,
): Promise<void> {
  await setTextSize(page, textSize);
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    expect.soft(await overflowing(page), `at ${width} px with text of ${textSize}`).toEqual([]);
  }
}

const setTextSize = (page: Page, size: string) =>
  page.evaluate((fontSize) => (document.documentElement.style.fontSize = fontSize), size);

function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const tooWide = [document.documentElement, ...document.querySelectorAll("dialog")].filter(
      ({ clientWidth, scrollWidth }) => scrollWidth > clientWidth,
    );
    return tooWide.flatMap((box) => {
      const right = box.getBoundingClientRect().left + box.clientWidth;
      const wide = [...box.querySelectorAll("*")].filter(
        (element) => element.getBoundingClientRect().right > right,
      );
      return [`${box.scrollWidth} px`, ...wide.map((element) => element.outerHTML.slice(0, 120))];
    });
  });
}
