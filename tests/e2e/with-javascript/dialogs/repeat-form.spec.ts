import { expect, test } from "../../../support/browser/browser.ts";
import { card, expectToast } from "../../../support/browser/on-screen.ts";
import { addTask } from "../../../support/records/add-task.ts";

test("the repeat form shows what belongs to its unit, and keeps its boxes after a refusal", async ({
  signedIn: page,
  visit,
  family,
  problems,
}) => {
  problems.expectStatus(400);
  await family.post("/dashboard", { text: "take out the trash every Tuesday at 7pm" });
  await visit("/dashboard");
  await card(page, "Take out the trash")
    .getByRole("link", { name: "Take out the trash", exact: true })
    .click();
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

test("what somebody else changed comes into view on a phone, and nothing chosen is lost", async ({
  signedIn: page,
  visit,
  family,
  problems,
}) => {
  problems.expectStatus(409);
  await page.setViewportSize({ width: 360, height: 740 });
  const id = await addTask(family, { title: "Trash", dueDate: "2031-05-06T19:00" });
  await visit(`/tasks/${id}/repeat`);
  await family.post(`/tasks/${id}/repeat`, { interval: "2", unit: "week" });
  await page.getByLabel("Every").fill("3");
  await page.getByRole("button", { name: "Save" }).click();
  const note = page.getByRole("alert").filter({ hasText: "Someone changed how this repeats" });
  await expect(note).toBeInViewport({ ratio: 1 });
  await expect(page.getByLabel("Every")).toHaveValue("3");
  await page.getByRole("button", { name: "Save" }).click();
  await expectToast(page, "Task saved!");
});
