import { addTask } from "../../support/records/add-task.ts";
import { bothWays } from "../../support/browser/both-ways.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { expectToast, questionPage, card } from "../../support/browser/on-screen.ts";
import { tomorrow } from "../../support/text/days.ts";

test(
  "overdue tasks come up one at a time to complete, extend or skip",
  bothWays,
  async ({ signedIn: page, visit, family, javaScriptEnabled }) => {
    for (const [day, title] of [
      "Call the vet",
      "Order groceries",
      "Pay the rent",
      "Water the plants",
    ].entries()) {
      await addTask(family, { title, dueDate: `2020-02-0${day + 1}T08:00` });
    }
    await visit("/dashboard");
    await expect(page.getByText("4 tasks are overdue.")).toBeVisible();
    if (!javaScriptEnabled) await page.getByRole("link", { name: "Review them" }).click();

    const overdue = questionPage(page, "This one is overdue");
    const picker = questionPage(page, "When is it due?");
    await expect(overdue).toContainText("Call the vet");
    await expect(overdue.locator("form .button-primary, form .button-secondary")).toHaveText([
      "Mark as Done",
      "Extend Due Date",
      "Skip",
    ]);
    await page.getByRole("button", { name: "Mark as Done" }).click();

    await expect(overdue).toContainText("Order groceries");
    await page.getByRole("button", { name: "Undo" }).click();
    await expectToast(page, "Task is open again", "Call the vet");
    await expect(overdue).toContainText("Call the vet");
    await page.getByRole("button", { name: "Mark as Done" }).click();

    await expect(overdue).toContainText("Order groceries");
    await page.getByRole("button", { name: "Extend Due Date" }).click();
    await expect(picker).toContainText("Order groceries");
    await expect(page.getByLabel("Time", { exact: true })).toHaveValue("12:00");
    await expect(page.getByLabel("Date", { exact: true })).toHaveValue(tomorrow().toString());
    await page.getByRole("button", { name: "Save", exact: true }).click();

    await expect(overdue).toContainText("Pay the rent");
    await page.getByRole("button", { name: "Extend Due Date" }).click();
    await expect(picker).toContainText("Pay the rent");
    await page.getByRole("button", { name: "Skip" }).click();

    await expect(overdue).toContainText("Water the plants");
    await page.getByRole("button", { name: "Skip" }).click();

    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByText(/overdue\./)).toHaveCount(0);
    await expect(
      card(page, "Call the vet").getByRole("button", { name: "Mark as incomplete" }),
    ).toBeVisible();
    const tomorrows = page.locator("[data-group='tomorrow']");
    await expect(
      tomorrows.getByRole("link", { name: "Order groceries", exact: true }),
    ).toBeVisible();
    await expect(card(page, "Pay the rent")).toContainText("overdue");
  },
);

test("one press sets a due date", async ({ signedIn: page, visit, family }) => {
  const id = await addTask(family, { title: "Call the vet" });
  await visit(`/tasks/${id}/date`);
  await page.getByRole("button", { name: /^Tomorrow/ }).click();
  await expect(page.getByText("Task saved!")).toBeVisible();
  const tomorrows = page.locator("[data-group='tomorrow']");
  await tomorrows.getByRole("link", { name: "Call the vet", exact: true }).click();
  // Under "Tomorrow" no card shows a time that nobody said. Its page shows the whole date.
  await expect(page.getByRole("dialog")).toContainText("12:00 PM");
});
