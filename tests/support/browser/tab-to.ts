import { expect, type Page } from "@playwright/test";

/** Presses Tab until the focus is on what has this name. */
export async function tabTo(
  page: Page,
  name: string,
  key: "Tab" | "Shift+Tab" = "Tab",
): Promise<void> {
  for (let stop = 0; stop < 40; stop += 1) {
    if ((await focusedName(page)) === name) return;
    await page.keyboard.press(key);
  }
  throw new Error(`Tab never came to "${name}"`);
}

export const focusedName = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const focused = document.activeElement;
    const labels =
      focused instanceof HTMLInputElement ||
      focused instanceof HTMLTextAreaElement ||
      focused instanceof HTMLSelectElement
        ? focused.labels
        : null;
    return (
      focused?.getAttribute("aria-label") ??
      labels?.[0]?.textContent ??
      focused?.textContent ??
      ""
    ).trim();
  });

export const focusIsCovered = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const focused = document.activeElement as HTMLElement;
    const { left, top, width, height } = focused.getBoundingClientRect();
    const onTop = document.elementFromPoint(left + width / 2, top + height / 2);
    return !focused.contains(onTop);
  });

/** The focus is somewhere, on the screen, and nothing covers it. */
export async function expectFocusSeen(page: Page): Promise<void> {
  await expect(page.locator(":focus")).toHaveCount(1);
  await expect(page.locator(":focus")).toBeInViewport();
  await expect.poll(() => focusIsCovered(page), await focusedName(page)).toBe(false);
}

/** Goes on by Tab to what has this name, which nothing covers, and presses Enter. */
export async function pressByKeyboard(
  page: Page,
  name: string,
  key?: "Tab" | "Shift+Tab",
): Promise<void> {
  await tabTo(page, name, key);
  expect(await focusIsCovered(page), name).toBe(false);
  await page.keyboard.press("Enter");
}
