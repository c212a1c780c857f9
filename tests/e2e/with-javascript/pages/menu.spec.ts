import { expect, test } from "../../../support/browser/browser.ts";
import { menu } from "../../../support/browser/on-screen.ts";

test("Esc closes the menu and returns the focus to it", async ({ signedIn: page }) => {
  await menu(page).click();
  await page.getByRole("button", { name: "Sign out" }).focus();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Sign out" })).toBeHidden();
  await expect(menu(page)).toBeFocused();
});

test("a press elsewhere closes the menu", async ({ signedIn: page }) => {
  await menu(page).click();
  await expect(page.getByRole("button", { name: "Sign out" })).toBeVisible();
  await page.getByRole("heading", { level: 1 }).click();
  await expect(page.getByRole("button", { name: "Sign out" })).toBeHidden();
});

test("Tab out of the menu closes it", async ({ signedIn: page }) => {
  await menu(page).press("Enter");
  const last = page.getByRole("button", { name: "Sign out" });
  await last.focus();
  await page.keyboard.press("Tab");
  await expect(last).toBeHidden();
  await expect(page.locator(":focus")).toBeInViewport();
});
