import { addTask } from "../../../support/records/add-task.ts";
import { expect, test } from "../../../support/browser/browser.ts";
import { say } from "../../../support/browser/on-screen.ts";

test("Ctrl-K opens the search, and results follow the typing without losing the field", async ({
  signedIn: page,
  family,
}) => {
  await addTask(family, { title: "Call the dentist" });
  await addTask(family, { title: "Water the plants" });
  await page.keyboard.press("Control+k");
  await expect(page).toHaveURL("/search");
  const field = page.getByLabel("Find a task");
  await expect(field).toBeFocused();
  await field.pressSequentially("dent", { delay: 30 });
  await expect(page.getByRole("link", { name: /Call the dentist/ })).toBeVisible();
  await expect(page.getByText("Water the plants")).toHaveCount(0);
  await expect(field).toBeFocused();
  await expect(field).toHaveValue("dent");
  await field.fill("plants");
  await expect(page.getByRole("link", { name: /Water the plants/ })).toBeVisible();
  // One step back leaves the search, however much was typed.
  await page.goBack();
  await expect(page).toHaveURL("/dashboard");
});

test("an answer stands above the input, which keeps its focus for the next request", async ({
  signedIn: page,
  family,
}) => {
  await addTask(family, { title: "Dentist for Emma", dueDate: "2041-06-14T15:00" });
  await say(page, "where is the dentist?");
  await expect(page.getByText("I found this:")).toBeVisible();
  // Screen readers announce the whole answer.
  const announced = page.getByRole("status").filter({ hasText: "I found this:" });
  await expect(announced.getByRole("link")).toHaveCount(1);
  const input = page.getByLabel("What do you need?");
  await expect(input).toBeFocused();
  await expect(input).toHaveValue("");
  await say(page, "Call the plumber on June 15 2041");
  await expect(page.getByRole("heading", { name: "Call the plumber" })).toBeVisible();
  await expect(page.getByText("I found this:")).toHaveCount(0);
});

test("a change is made at a press, and taken back", async ({ signedIn: page, family }) => {
  await addTask(family, { title: "Dentist for Emma", dueDate: "2041-06-14T15:00" });
  await say(page, "move dentist to June 20 2041");
  await page.getByRole("button", { name: /^Move to Jun 20, 2041, 3:00 PM/ }).click();
  await expect(page.getByText("Date changed")).toBeVisible();
  await expect(page.getByText("Jun 20, 2041, 3:00 PM").first()).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Jun 14, 2041, 3:00 PM").first()).toBeVisible();
});
