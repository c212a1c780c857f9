import type { Page } from "@playwright/test";
import { someLooks, violations } from "../../../support/browser/axe.ts";
import { expect, test } from "../../../support/browser/browser.ts";
import { atName, openState } from "../../../support/browser/open-state.ts";
import { pageStates } from "../../../support/browser/page-states.ts";
import { chromiumUser } from "../../../support/browser/page-user/chromium-user.ts";
import { isDeep } from "../../../support/runner/is-deep.ts";
import { hasTurn } from "../../../support/runner/turns.ts";

test.use({ baseURL: ({ mila }, use) => use(atName(mila.url)) });

for (const [number, [name, state]] of Object.entries(pageStates).entries()) {
  // `tests/integration/forms/page-html.test.ts` reads them all.
  if (!hasTurn(number, 3)) continue;
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
    // 320 px stands for 360, and text of 200 % on a phone for a wide screen's.
    await expectNoSidewaysScrolling(page, isDeep ? [320, 360, 1280] : [320, 1280], "100%");
    await expectNoSidewaysScrolling(page, isDeep ? [360, 1280] : [360], "200%");
    await setTextSize(page, "");
    expect.soft(await violations(page, someLooks(number))).toEqual([]);
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
