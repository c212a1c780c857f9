import type { Page } from "@playwright/test";
import { violationsAtWidth } from "../../../support/browser/axe.ts";
import { expect, test } from "../../../support/browser/browser.ts";
import { faintParts } from "../../../support/browser/faint-parts.ts";
import { atName, openState } from "../../../support/browser/open-state.ts";
import { pageStates } from "../../../support/browser/page-states.ts";
import { chromiumUser } from "../../../support/browser/page-user/chromium-user.ts";

test.use({ baseURL: ({ mila }, use) => use(atName(mila.url)) });

for (const [name, state] of Object.entries(pageStates)) {
  test(`axe finds nothing, and nothing is too wide, cut off or faint: ${name}`, async ({
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
    await expect(page).toHaveTitle(state.titleWithScript ?? state.title);
    // Its styles clip the start of words without an element of their own.
    await expect.soft(page.locator(".row-facts:not(:has(> *))")).toHaveCount(0);
    await page.setViewportSize({ width: 320, height: 800 });
    await expectNoSidewaysScrolling(page, "100%");
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoSidewaysScrolling(page, "200%");
      await expectNoSidewaysScrolling(page, "100%");
      expect.soft(await violationsAtWidth(page)).toEqual([]);
    }
    expect.soft(await faintParts(page)).toEqual([]);
    await page.evaluate(spaceText);
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoSidewaysScrolling(page, "100%");
      expect.soft(await page.evaluate(cutOff), `at ${width} px`).toEqual([]);
    }
  });
}

async function expectNoSidewaysScrolling(page: Page, textSize: string): Promise<void> {
  const tooWide = await page.evaluate(overflowing, textSize);
  const width = page.viewportSize()?.width;
  expect.soft(tooWide, `at ${width} px with text of ${textSize}`).toEqual([]);
}

/** Runs in the page. Spaces text as much as a page must bear (WCAG 2.2, 1.4.12). */
function spaceText(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`* {
    line-height: 1.5 !important;
    letter-spacing: 0.12em !important;
    word-spacing: 0.16em !important;
  }
  p { margin-bottom: 2em !important; }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** Runs in the page. Finds text that its box cuts off. Clamped lines are cut off on purpose. */
function cutOff(): string[] {
  return [...document.querySelectorAll<HTMLElement>("body *")]
    .filter((box) => {
      const { overflowY, webkitLineClamp } = getComputedStyle(box);
      const isCut = box.scrollHeight > box.clientHeight + 2 && box.clientHeight > 2;
      return isCut && /hidden|clip/.test(overflowY) && webkitLineClamp === "none" && box.innerText;
    })
    .map((box) => box.outerHTML.slice(0, 120));
}

/** Runs in the page. */
function overflowing(textSize: string): string[] {
  document.documentElement.style.fontSize = textSize;
  const boxes = document.querySelectorAll("dialog, .reminder, .row");
  const tooWide = [document.documentElement, ...boxes].filter(
    ({ clientWidth, scrollWidth }) => scrollWidth > clientWidth,
  );
  return tooWide.flatMap((box) => {
    const right = box.getBoundingClientRect().left + box.clientWidth;
    const wide = [...box.querySelectorAll("*")].filter(
      (element) => element.getBoundingClientRect().right > right,
    );
    return [
      `${box.scrollWidth} px in ${box.clientWidth}: ${box.className}`,
      ...wide.map((element) => element.outerHTML.slice(0, 120)),
    ];
  });
}
