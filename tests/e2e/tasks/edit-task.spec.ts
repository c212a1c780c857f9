import { addFamilyMember } from "../../support/records/add-family-member.ts";
import { addTask } from "../../support/records/add-task.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { card, expectToast, openEdit, section } from "../../support/browser/on-screen.ts";

test("every field of a task can be edited", async ({ signedIn: page, visit, family }) => {
  await addFamilyMember(family, { name: "Grandpa", relation: "grandparent" });
  await addTask(family, { title: "Swimming bag", category: "Household" });
  await visit("/dashboard");
  await openEdit(page, "Swimming bag");

  await page.getByLabel("Title").fill("Pack Emma's swimming bag");
  await page.getByLabel("Category").selectOption("Kids");
  await page.getByLabel("Due date").fill("2031-06-02T07:30");
  await page.getByLabel("Who", { exact: true }).selectOption("Grandpa");
  await page.getByLabel("Description").fill("Towel, goggles,\nsomething to eat");
  await page.getByRole("button", { name: "Save Changes" }).click();

  await expectToast(page, "Task saved!");
  const task = section(page, "Kids").getByRole("listitem");
  await expect(task.getByRole("heading")).toHaveText("Pack Emma's swimming bag");
  await expect(task.getByText("Jun 2, 2031, 7:30 AM")).toBeVisible();
  await expect(task.getByText("Grandpa")).toBeVisible();
  await expect(task.getByText("Towel, goggles")).toBeVisible();
});

test("a due date can be removed", async ({ signedIn: page, visit, family }) => {
  const id = await addTask(family, { title: "Call the plumber", dueDate: "2031-06-02T07:30" });
  await visit(`/tasks/${id}/edit`);
  await page.getByLabel("Due date").fill("");
  await page.getByRole("button", { name: "Save Changes" }).click();
  await expect(
    card(page, "Call the plumber").getByRole("link", { name: "Add a date" }),
  ).toBeVisible();
});

test("Cancel changes nothing", async ({ signedIn: page, visit, family }) => {
  const id = await addTask(family, { title: "Call the plumber" });
  await visit(`/tasks/${id}/edit`);
  await page.getByLabel("Title").fill("Something else");
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(card(page, "Call the plumber")).toBeVisible();
});

test("the second of two edits shows what changed meanwhile and loses nothing", async ({
  signedIn: page,
  otherDevice,
  visit,
  family,
  problems,
}) => {
  problems.expectStatus(409);
  const id = await addTask(family, { title: "Birthday cake" });
  await visit(`/tasks/${id}/edit`);
  await otherDevice.goto(`/tasks/${id}/edit`);

  await otherDevice.getByLabel("Title").fill("Birthday cake with candles");
  await otherDevice.getByRole("button", { name: "Save Changes" }).click();
  await expectToast(otherDevice, "Task saved!");

  await page.getByLabel("Title").fill("Chocolate cake");
  await page.getByLabel("Description").fill("For twelve");
  await page.getByLabel("Category").selectOption("Kids");
  await page.getByRole("button", { name: "Save Changes" }).click();

  const notice = page
    .getByRole("alert")
    .filter({ hasText: "Someone changed this task while you were editing." });
  await expect(notice).toContainText("Birthday cake with candles");
  await expect(page.getByLabel("Title")).toHaveValue("Chocolate cake");
  await expect(page.getByLabel("Description")).toHaveValue("For twelve");
  await expect(page.getByLabel("Category")).toHaveValue("Kids");

  await page.getByRole("button", { name: "Save Changes" }).click();
  await expectToast(page, "Task saved!");
  await expect(section(page, "Kids").getByRole("heading", { level: 3 })).toHaveText(
    "Chocolate cake",
  );
  await expect(page.getByText("For twelve")).toBeVisible();
});
