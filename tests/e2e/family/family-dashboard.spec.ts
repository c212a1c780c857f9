import { addTask } from "../../support/records/add-task.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { card } from "../../support/browser/on-screen.ts";

test("the Family Dashboard sums up the week and filters the tasks", async ({
  page,
  visit,
  signIn,
  family,
}) => {
  await addTask(family, { title: "Pack the swimming bag", category: "Kids" });
  await addTask(family, { title: "Call grandma", category: "Elders" });
  await addTask(family, {
    title: "Pay the rent",
    category: "Household",
    dueDate: "2020-02-04T08:00",
  });
  await signIn();
  await visit("/family");
  await expect(page.getByRole("heading", { level: 1, name: "Family Dashboard" })).toBeVisible();
  await expect(
    page.getByText("Nothing planned for the next seven days. 1 task is overdue."),
  ).toBeVisible();

  await page.getByRole("link", { name: "Kids Only" }).click();
  await expect(page).toHaveURL("/family?filter=kids");
  await expect(page.getByRole("status").filter({ hasText: "Kids Only" })).toHaveText(
    "Kids Only: 1 task shown",
  );
  await expect(card(page, "Pack the swimming bag")).toBeVisible();
  await expect(card(page, "Call grandma")).toBeHidden();

  await card(page, "Pack the swimming bag")
    .getByRole("button", { name: "Mark as complete" })
    .click();
  await expect(page).toHaveURL("/family?filter=kids");
  await expect(
    card(page, "Pack the swimming bag").getByRole("button", { name: "Mark as incomplete" }),
  ).toBeVisible();

  await page.getByRole("link", { name: "This Week", exact: true }).click();
  await expect(card(page, "Pay the rent")).toBeVisible();
  await expect(card(page, "Call grandma")).toBeHidden();
});
