import { expect, test } from "../../support/browser/browser.ts";
import type { Locator } from "@playwright/test";
import { say } from "../../support/browser/on-screen.ts";

test("the words that made a date can be read in forced colors", async ({ signedIn: page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await say(page, "pick up the kids at 3pm tomorrow");
  const words = page.locator(".due-words mark");
  await expect(words).toBeVisible();
  const colors = words.evaluate((mark) => [
    getComputedStyle(mark).color,
    getComputedStyle(mark).backgroundColor,
  ]);
  expect(await colors).toEqual(["rgb(0, 0, 0)", "rgb(255, 255, 0)"]);
});

test("panels have edges in forced colors, and of the navigation only the current page", async ({
  signedIn: page,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  const nav = page.getByRole("navigation", { name: "Main" });
  const marked = async (item: Locator) =>
    item.evaluate((element) => {
      const { borderTopWidth, outlineWidth, outlineStyle } = getComputedStyle(element);
      return borderTopWidth !== "0px" || (outlineStyle !== "none" && outlineWidth !== "0px");
    });
  expect(await marked(page.getByText("You're all caught up!"))).toBe(true);
  expect(await marked(nav.getByRole("link", { name: "Home" }))).toBe(true);
  expect(await marked(nav.locator("summary"))).toBe(false);
});
