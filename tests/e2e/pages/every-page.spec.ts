import type { Locator } from "@playwright/test";
import { bothWays } from "../../support/browser/both-ways.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { menu } from "../../support/browser/on-screen.ts";

test("an unknown address says so and leads home", async ({ page, visit, problems }) => {
  problems.expectStatus(404);
  await visit("/no/such/page");
  await expect(page.getByRole("heading", { level: 1, name: "Oops! Page not found" })).toBeVisible();
  await page.getByRole("link", { name: "Return to Home" }).click();
  await expect(page).toHaveURL("/auth");
});

for (const colorScheme of ["light", "dark"] as const) {
  test(
    `the theme follows a ${colorScheme} device until the user chooses another`,
    bothWays,
    async ({ signedIn: page }) => {
      await page.emulateMedia({ colorScheme });
      const look = page.locator("html");
      const other = colorScheme === "light" ? "Dark" : "Light";
      await expect(look).toHaveAttribute("data-theme", "system");
      const background = await backgroundOf(look);

      await menu(page).click();
      await page.getByRole("button", { name: other }).click();
      await expect(look).toHaveAttribute("data-theme", other.toLowerCase());
      expect(await backgroundOf(look)).not.toBe(background);

      await page.reload();
      await expect(look).toHaveAttribute("data-theme", other.toLowerCase());
      await menu(page).click();
      await expect(page.getByRole("button", { name: other })).toHaveAttribute(
        "aria-pressed",
        "true",
      );
      await page.getByRole("button", { name: "Match device" }).click();
      await expect(look).toHaveAttribute("data-theme", "system");
      expect(await backgroundOf(look)).toBe(background);
    },
  );
}

const backgroundOf = (element: Locator) =>
  element.evaluate((node) => getComputedStyle(node).backgroundColor);
