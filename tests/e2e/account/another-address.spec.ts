import { expect, test } from "@playwright/test";
import { fillCredentials } from "../../support/browser/on-screen.ts";
import { startMila } from "../../support/product/mila.ts";
import { ownStore } from "../../support/product/own-store.ts";

test("signing in at another address than APP_URL says which one is Mila's", async ({
  page,
  javaScriptEnabled,
}) => {
  test.setTimeout(120_000);
  await using store = await ownStore();
  await using mila = await startMila({ ...store.settings, APP_URL: "https://mila.example.com" });
  await page.goto(`${mila.url}/auth?mode=login`);
  if (javaScriptEnabled) await page.waitForLoadState("networkidle");
  await fillCredentials(page, "nora@example.com", "correct horse 7");
  await page.getByRole("button", { name: "Log In", exact: true }).click();
  await expect(
    page.getByText("Mila's own address is https://mila.example.com").first(),
  ).toBeVisible();
  if (javaScriptEnabled) await expect(page.getByLabel("Email")).toHaveValue("nora@example.com");
});
