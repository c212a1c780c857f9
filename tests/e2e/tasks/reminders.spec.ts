import { addTask } from "../../support/records/add-task.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { makeRemindersDue } from "../../support/messages/make-due.ts";
import { card, expectToast, say, section } from "../../support/browser/on-screen.ts";

const upcoming = "Upcoming reminders";

test("upcoming reminders on the dashboard can be snoozed or cancelled and lead to their tasks", async ({
  signedIn: page,
  visit,
  family,
}) => {
  await expect(section(page, upcoming)).toHaveCount(0);
  for (const [day, title] of ["Call the vet", "Order groceries"].entries()) {
    await addTask(family, { title, dueDate: `2031-06-1${day}T15:00` });
  }
  await visit("/dashboard");
  const reminder = (title: string) =>
    section(page, upcoming).getByRole("listitem").filter({ hasText: title });
  await expect(reminder("Call the vet")).toContainText("Jun 8, 2031, 3:00 PM");

  await reminder("Call the vet").getByRole("button", { name: "Snooze 1 hour" }).click();
  await expectToast(page, "Reminder snoozed");
  await expect(reminder("Call the vet")).toContainText("Jun 8, 2031, 4:00 PM");

  await reminder("Order groceries").getByRole("button", { name: "Cancel reminder" }).click();
  await expectToast(page, "Reminder cancelled");
  await expect(reminder("Order groceries")).toHaveCount(0);
  await expect(reminder("Call the vet").getByRole("link")).toBeFocused();

  await reminder("Call the vet").getByRole("link", { name: "Call the vet", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Call the vet" })).toBeVisible();
});

test("a task without reminders says so and offers one with one press", async ({
  signedIn: page,
  visit,
  family,
}) => {
  // Two days before is already in the past.
  const tomorrow = new Date(Date.now() + 26 * 60 * 60 * 1000);
  const dueDate = tomorrow
    .toLocaleString("sv-SE", { timeZone: "America/New_York" })
    .slice(0, 16)
    .replace(" ", "T");
  await addTask(family, { title: "Call the vet", dueDate });
  await visit("/dashboard");
  await card(page, "Call the vet")
    .getByRole("button", { name: "No reminder. Add one: 1 hour before" })
    .click();
  await expectToast(page, "Reminder added");
  await expect(
    card(page, "Call the vet").getByRole("link", { name: /^Reminds you/ }),
  ).toBeVisible();
  await expect(
    card(page, "Call the vet").getByRole("link", { name: "Call the vet", exact: true }),
  ).toBeFocused();
  await expect(section(page, upcoming)).toContainText("Call the vet");
});

test("a reminder offered with a new task leaves the focus at its card", async ({
  signedIn: page,
}) => {
  await say(page, "Call the vet in 3 hours");
  await page.getByRole("button", { name: "1 hour before", exact: true }).click();
  await expect(
    card(page, "Call the vet").getByRole("link", { name: /^Reminds you/ }),
  ).toBeVisible();
  await expect(
    card(page, "Call the vet").getByRole("link", { name: "Call the vet", exact: true }),
  ).toBeFocused();
});

test("the page behind a reminder offers to snooze it or complete the task", async ({
  page,
  signIn,
  visit,
  family,
}) => {
  const id = await addTask(family, {
    title: "Call the vet",
    dueDate: "2031-06-10T15:00",
    description: "About Rex",
  });
  await signIn();
  await visit(`/tasks/${id}`);
  const main = page.getByRole("main");
  await expect(main).toContainText("About Rex");
  await expect(main).toContainText("Jun 10, 2031, 3:00 PM");
  await expect(main).toContainText("Added by you");
  const reminders = section(page, "Reminders").getByRole("listitem");
  await expect(reminders).toContainText("2 days before");

  await page.getByRole("button", { name: "Snooze 1 hour" }).first().click();
  await expectToast(page, "Reminder snoozed");
  await expect(page).toHaveURL(`/tasks/${id}`);
  await expect(reminders).toContainText("Jun 8, 2031, 4:00 PM");

  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("button", { name: "Reopen" })).toBeVisible();
  await expect(reminders).toHaveCount(0);
  await page.getByRole("button", { name: "Reopen" }).click();
  await expect(page.getByRole("button", { name: "Done" })).toBeVisible();
  await expect(reminders).toHaveCount(1);

  await page.getByRole("button", { name: "Delete task" }).click();
  await expect(page).toHaveURL("/dashboard");
  await expectToast(page, "Task deleted");
});

test("a user can add reminders by preset or number, and cancel them", async ({
  page,
  signIn,
  visit,
  family,
  problems,
}) => {
  problems.expectStatus(400);
  const id = await addTask(family, { title: "Call the vet", dueDate: "2031-06-10T15:00" });
  await signIn();
  await visit(`/tasks/${id}`);
  const reminders = section(page, "Reminders").getByRole("listitem");
  await page.getByRole("button", { name: "15 minutes before" }).click();
  await expectToast(page, "Reminder added");
  await expect(reminders.filter({ hasText: "Jun 10, 2031, 2:45 PM" })).toBeVisible();
  await expect(page.getByRole("button", { name: "15 minutes before" })).toHaveCount(0);

  await page.getByLabel("How long before").fill("3");
  await page.getByLabel("Unit").selectOption("days");
  await page.getByRole("button", { name: "Add reminder" }).click();
  const threeDays = reminders.filter({ hasText: "Jun 7, 2031, 3:00 PM" });
  await expect(threeDays).toContainText("3 days before");
  await threeDays.getByRole("button", { name: "Cancel reminder" }).click();
  await expect(threeDays).toContainText("cancelled");

  await page.getByLabel("How long before").fill("400");
  await page.getByLabel("Unit").selectOption("days");
  await page.getByRole("button", { name: "Add reminder" }).click();
  await expect(page.getByLabel("How long before")).toHaveAccessibleDescription(
    "Please choose at most one year before",
  );
  await expect(page.getByLabel("How long before")).toHaveValue("400");
  await expect(page.getByLabel("Unit")).toHaveValue("days");
});

test("a reminder without a provider does not claim to be sent", async ({
  page,
  signIn,
  visit,
  family,
  mila,
}) => {
  const id = await addTask(family, { title: "Call the vet", dueDate: "2031-06-10T15:00" });
  await signIn();
  await makeRemindersDue(mila, id);
  await expect(async () => {
    await visit(`/tasks/${id}`);
    await expect(section(page, "Reminders").getByRole("listitem")).toContainText("· not sent", {
      timeout: 100,
    });
  }).toPass();
  await visit("/preferences/notifications");
  await expect(page.getByRole("main")).toContainText("Not sent: it isn't set up here");
});

test("reminders for an undated task ask for a date first", async ({
  page,
  signIn,
  visit,
  family,
}) => {
  const id = await addTask(family, { title: "Call the vet" });
  await signIn();
  await visit(`/tasks/${id}`);
  await page.getByRole("link", { name: "Add a date first" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "When is it due?" })).toBeVisible();
});
