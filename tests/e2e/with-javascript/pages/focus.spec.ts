import { addTask } from "../../../support/records/add-task.ts";
import { expect, test } from "../../../support/browser/browser.ts";
import { card } from "../../../support/browser/on-screen.ts";

test("completing a task keeps the text in the input", async ({ signedIn: page, visit, family }) => {
  await addTask(family, { title: "Order groceries" });
  await visit("/dashboard");
  await page.getByLabel("What do you need?").fill("Order sta");
  await card(page, "Order groceries").getByRole("button", { name: "Mark as complete" }).click();
  await expect(card(page, "Order groceries").getByRole("button", { name: "Mark as incomplete" })).toBeVisible();
  await expect(page.getByLabel("What do you need?")).toHaveValue("Order sta");
});
