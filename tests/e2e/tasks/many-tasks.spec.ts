import { addTask } from "../../support/records/add-task.ts";
import { bothWays } from "../../support/browser/both-ways.ts";
import { expect, test } from "../../support/browser/browser.ts";
import { tomorrow } from "../../support/text/days.ts";
import { card } from "../../support/browser/on-screen.ts";

test(
  "only the last completed tasks are shown, and the others unfold",
  bothWays,
  async ({ page, visit, signIn, family }) => {
    for (let number = 1; number <= 7; number += 1)
      await addTask(family, { title: `Errand ${number}`, isCompleted: true });
    await signIn();
    await visit("/dashboard");
    await expect(card(page, "Errand 7")).toBeVisible();
    await expect(card(page, "Errand 1")).toHaveCount(0);
    const completed = page.getByRole("link", { name: "Completed 7" });
    await expect(completed).toHaveAttribute("aria-expanded", "false");
    await completed.click();
    await expect(card(page, "Errand 1")).toBeVisible();
    await expect(completed).toHaveAttribute("aria-expanded", "true");
  },
);

test("more of a group shows where it was, with the focus on the first of them", async ({
  page,
  visit,
  signIn,
  family,
}) => {
  for (let number = 10; number < 23; number += 1)
    await addTask(family, { title: `Errand ${number}`, dueDate: `2031-06-${number}T09:00` });
  await signIn();
  await visit("/dashboard?open=household-later");
  await expect(page.locator(".task")).toHaveCount(10);
  await page.getByRole("link", { name: "3 more in Later" }).press("Enter");
  await expect(page.locator(".task")).toHaveCount(13);
  const first = card(page, "Errand 20").getByRole("link", { name: "Errand 20", exact: true });
  await expect(first).toBeFocused();
});

test("opened groups of Home stay open below a dialog and after it", async ({
  page,
  visit,
  signIn,
  family,
}) => {
  const shown = await addTask(family, { title: "Shown errand", dueDate: "2031-06-30T09:00" });
  for (let number = 10; number < 25; number += 1)
    await addTask(family, { title: `Errand ${number}`, dueDate: `2031-06-${number}T09:00` });
  await signIn();
  await visit("/dashboard?open=household-later.20");
  await card(page, "Shown errand").getByRole("link", { name: "Shown errand", exact: true }).click();
  const sheet = page.getByRole("dialog", { name: "Shown errand" });
  await expect(sheet.getByText("Added by you")).toBeVisible();
  await family.post(`/tasks/${shown}/complete`);
  await expect(sheet.getByRole("button", { name: "Reopen" })).toBeVisible();
  await family.post(`/tasks/${shown}/reopen`);
  await sheet.getByRole("button", { name: "Close" }).click();
  await expect(page).toHaveURL(/[?&]open=household-later\.20$/);
  await expect(page.locator(".task")).toHaveCount(16);

  await card(page, "Errand 12").getByRole("link", { name: "Errand 12", exact: true }).click();
  await page
    .getByRole("dialog", { name: "Errand 12" })
    .getByRole("button", { name: "Delete task" })
    .click();
  await expect(card(page, "Errand 12")).toHaveCount(0);
  await expect(page).toHaveURL(/[?&]open=household-later\.20$/);
  await expect(page.locator(".task")).toHaveCount(15);
});

test("a card that moves to another day keeps the focus", async ({
  page,
  visit,
  signIn,
  family,
}) => {
  const id = await addTask(family, { title: "Call the vet", dueDate: "2031-06-10T09:00" });
  await signIn();
  await visit("/dashboard");
  const title = card(page, "Call the vet").getByRole("link", { name: "Call the vet", exact: true });
  await title.focus();
  await family.post(`/tasks/${id}/date`, { date: tomorrow().toString(), time: "09:00" });
  await expect(page.locator("[data-group='tomorrow']")).toContainText("Call the vet");
  await expect(title).toBeFocused();
});

test("more tasks of /family stay visible after an action on one", async ({
  page,
  visit,
  signIn,
  family,
}) => {
  test.slow();
  const shown = await addTask(family, { title: "Shown errand" });
  await family.post(`/tasks/${shown}/complete`);
  // The task may be folded.
  const oldest = page.locator(".task").filter({ hasText: "Shown errand" });
  for (let number = 1; number <= 50; number += 1) {
    const id = await addTask(family, { title: `Errand ${number}` });
    await family.post(`/tasks/${id}/complete`);
  }
  await addTask(family, { title: "Order groceries" });
  await signIn();
  await visit("/family");
  await expect(oldest).toHaveCount(0);
  await page.getByRole("link", { name: "Show more tasks" }).click();
  await expect(oldest).toHaveCount(1);

  await card(page, "Order groceries").getByRole("button", { name: "Mark as complete" }).click();
  await expect(
    card(page, "Order groceries").getByRole("button", { name: "Mark as incomplete" }),
  ).toBeVisible();
  await expect(page).toHaveURL(/[?&]pages=2$/);
  await expect(oldest).toHaveCount(1);
});
