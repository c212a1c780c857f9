import { expect, test } from "../../../support/browser/browser.ts";
import { card, expectToast } from "../../../support/browser/on-screen.ts";

test("the repeat form shows what belongs to its unit, and keeps its boxes after a refusal", async ({
  signedIn: page,
  visit,
  family,
  problems,
}) => {
  problems.expectStatus(400);
  await family.post("/dashboard", { text: "take out the trash every Tuesday at 7pm" });
  await visit("/dashboard");
  await card(page, "Take out the trash").getByRole("link", { name: "Take out the trash" }).click();
  await page.getByRole("link", { name: "Repeat", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("heading", { name: "How it repeats" })).toBeVisible();
  await expect(dialog.getByLabel("Tuesday")).toBeChecked();
  await dialog.getByLabel("Unit").selectOption("months");
  await expect(dialog.getByLabel("Tuesday")).toBeHidden();
  await expect(dialog.getByLabel("These days")).toBeVisible();
  await dialog.getByLabel("Unit").selectOption("weeks");
  await dialog.getByLabel("Friday").check();
  await dialog.getByLabel("Until", { exact: true }).fill("2020-01-01");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("That's in the past.")).toBeVisible();
  await expect(dialog.getByLabel("Friday")).toBeChecked();
  await dialog.getByLabel("Until", { exact: true }).fill("");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expectToast(page, "Every Tuesday and Friday 7 PM");
});
