import { expect, test } from "../../../support/browser/browser.ts";

test("Esc closes the menu and returns the focus to it", async ({ signedIn: page }) => {
  await page.getByLabel("Menu").click();
  await page.getByRole("button", { name: "Sign out" }).focus();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Sign out" })).toBeHidden();
  await expect(page.getByLabel("Menu")).toBeFocused();
});

test("a press elsewhere closes the menu", async ({ signedIn: page }) => {
  await page.getByLabel("Menu").click();
  await expect(page.getByRole("button", { name: "Sign out" })).toBeVisible();
  await page.getByRole("heading", { level: 1 }).click();
  await expect(page.getByRole("button", { name: "Sign out" })).toBeHidden();
});

test("Tab out of the menu closes it", async ({ signedIn: page }) => {
  await page.getByLabel("Menu").press("Enter");
  const last = page.getByRole("button", { name: "Sign out" });
  await last.focus();
  await page.keyboard.press("Tab");
  await expect(last).toBeHidden();
  await expect(page.locator(":focus")).toBeInViewport();
});
