import { bothWays } from "../../support/browser/both-ways.ts";
import { expect, test } from "../../support/browser/browser.ts";

test("every icon is drawn, in the color of its text", bothWays, async ({ page, visit, signIn }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await signIn();
  await visit("/preferences");
  const icons = page.locator("nav[aria-label='Preferences'] .icon").filter({ visible: true });
  await expect(icons.first()).toBeVisible();
  const drawn = await icons.evaluateAll((all) =>
    all.map((icon) => {
      const { width } = (icon.firstElementChild as SVGGraphicsElement).getBBox();
      const { stroke, color } = getComputedStyle(icon);
      return {
        isDrawn: width > 0,
        isColoured: stroke === color,
        size: icon.getBoundingClientRect().width,
      };
    }),
  );
  expect(new Set(drawn.map((icon) => JSON.stringify(icon)))).toEqual(
    new Set([JSON.stringify({ isDrawn: true, isColoured: true, size: 20 })]),
  );
});
