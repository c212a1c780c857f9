import { bothWays } from "../../support/browser/both-ways.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { card, expectToast, say } from "../../support/browser/on-screen.ts";

test(
  "the keyboard takes the other reading of an unsure date",
  bothWays,
  async ({ signedIn: page }) => {
    await say(page, "Soccer on January 11 2031 at 8");
    const chip = card(page, "Soccer").getByRole("button", { name: "or Sat, Jan 11, 2031, 8 PM?" });
    await expect(chip).toBeVisible();
    expect((await chip.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await chip.focus();
    await page.keyboard.press("Enter");
    await expectToast(page, "Date changed");
    await expect(
      card(page, "Soccer").getByRole("link", { name: "Jan 11, 2031, 8:00 PM" }),
    ).toBeVisible();
  },
);
