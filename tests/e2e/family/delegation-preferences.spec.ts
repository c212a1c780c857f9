import { expect, test } from "../../support/browser/browser.ts";
import { expectToast } from "../../support/browser/on-screen.ts";

test("a family without a spouse or partner is led to adding one", async ({
  signedIn: page,
  visit,
  family,
}) => {
  await family.post("/preferences/family/members", { name: "Emma", relation: "child" });
  await visit("/preferences/delegation");
  await expect(page.getByText("Choose who to delegate tasks to by default")).toBeVisible();
  await expect(page.getByText("No spouse or partner added yet")).toBeVisible();
  await page.getByRole("link", { name: "Add Family Member" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Family & Household" })).toBeVisible();
});

test("the default delegate and channel save as they are chosen, and can be cleared", async ({
  signedIn: page,
  visit,
  family,
}) => {
  await family.post("/preferences/family/members", { name: "Sam", relation: "spouse" });
  await visit("/preferences/delegation");
  const delegate = page.getByLabel("Choose a family member");
  const method = page.getByLabel("Preferred method");
  await expect(method).toHaveValue("whatsapp");
  const choose = (label: string, option: string) =>
    page.getByLabel(label).selectOption({ label: option });

  await choose("Choose a family member", "Sam (spouse)");
  await expectToast(page, "Default spouse updated");
  await choose("Preferred method", "SMS");
  await expectToast(page, "Delegation method updated");
  await visit("/preferences/delegation");
  await expect(delegate.locator("option:checked")).toHaveText("Sam (spouse)");
  await expect(method).toHaveValue("sms");

  await choose("Choose a family member", "No one");
  await expectToast(page, "Default spouse updated");
  await visit("/preferences/delegation");
  await expect(delegate).toHaveValue("");
});
