import { expect, test } from "../../../support/browser/browser.ts";

test("a button copies a link and says so", async ({ page, signIn, visit, family }) => {
  await family.post("/preferences/calendar/feed", { kids: "on" });
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn();
  await visit("/preferences/calendar");
  await page.getByRole("button", { name: "Copy" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await page.getByLabel("Link for “Subscribe”").inputValue());
});
