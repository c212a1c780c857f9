import { expect, test } from "../../support/browser/browser.ts";
import { say } from "../../support/browser/on-screen.ts";

test("the words that made a date can be read in forced colours", async ({ signedIn: page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await say(page, "pick up the kids at 3pm tomorrow");
  const words = page.locator(".due-words mark");
  await expect(words).toBeVisible();
  const colours = words.evaluate((mark) => [getComputedStyle(mark).color, getComputedStyle(mark).backgroundColor]);
  expect(await colours).toEqual(["rgb(0, 0, 0)", "rgb(255, 255, 0)"]);
});
