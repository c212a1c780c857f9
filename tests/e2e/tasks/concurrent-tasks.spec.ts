import type { Locator, Page } from "@playwright/test";
import { addTask } from "../../support/records/add-task.ts";
import {
  addSession,
  expect,
  waitForHydration,
  test as base,
  timeZone,
} from "../../support/browser/browser.ts";
import { card, expectToast, pressMore } from "../../support/browser/on-screen.ts";
import { newSam } from "../../support/people/second-parent.ts";

interface Fixtures {
  /** Her page receives no live updates. */
  nora: Page;
  sam: Page;
  samPresses: (button: string) => Promise<void>;
}

const title = "Order groceries";

const press = (task: Locator, button: string) =>
  button === "Delete task"
    ? pressMore(task, button)
    : task.getByRole("button", { name: button }).click();

const test = base.extend<Fixtures>({
  nora: async ({ page, signIn }, use) => {
    await page.addInitScript(() => {
      window.EventSource = class extends EventTarget {
        close() {}
      } as unknown as typeof EventSource;
    });
    await signIn();
    await use(page);
  },
  sam: async ({ browser, problems, family, mila }, use) => {
    await using context = await browser.newContext({ baseURL: mila.url, timezoneId: timeZone });
    problems.watch(context);
    await addSession(context, mila, await newSam(mila, family));
    await use(await context.newPage());
  },
  samPresses: ({ sam }, use) =>
    use(async (button) => {
      await sam.goto("/dashboard");
      await waitForHydration(sam);
      // His page updates before the server has saved the change.
      const answered = sam.waitForResponse((response) => response.request().method() === "POST");
      await press(card(sam, title), button);
      await answered;
    }),
});

test("completing a task that another user completed says so", async ({
  nora,
  sam,
  visit,
  family,
  samPresses,
}) => {
  await addTask(family, { title });
  await visit("/dashboard");
  await samPresses("Mark as complete");
  await expect(card(sam, title).getByRole("button", { name: "Mark as incomplete" })).toBeVisible();

  await card(nora, title).getByRole("button", { name: "Mark as complete" }).click();
  await expectToast(nora, "Sam completed this a moment ago", title);
  await expect(card(nora, title).getByRole("button", { name: "Mark as incomplete" })).toBeVisible();
});

test("reopening a task that another user reopened says so", async ({
  nora,
  sam,
  visit,
  family,
  samPresses,
}) => {
  await addTask(family, { title, isCompleted: true });
  await visit("/dashboard");
  await samPresses("Mark as incomplete");
  await expect(card(sam, title).getByRole("button", { name: "Mark as complete" })).toBeVisible();

  await card(nora, title).getByRole("button", { name: "Mark as incomplete" }).click();
  await expectToast(nora, "Sam reopened this a moment ago", title);
  await expect(card(nora, title).getByRole("button", { name: "Mark as complete" })).toBeVisible();
});

for (const button of ["Mark as complete", "Delete task"]) {
  test(`"${button}" on a task that another user deleted says so and restores it`, async ({
    nora,
    sam,
    visit,
    family,
    samPresses,
  }) => {
    await addTask(family, { title });
    await visit("/dashboard");
    await samPresses("Delete task");
    await expectToast(sam, "Task deleted");

    await press(card(nora, title), button);
    await expectToast(nora, "Sam deleted this a moment ago", title);
    // While the pointer rests on it, it keeps its place.
    await nora.mouse.move(0, 0);
    await expect(card(nora, title)).toHaveCount(0);
    await nora.getByRole("button", { name: "Undo" }).click();
    await expectToast(nora, "Task restored");
    await expect(card(nora, title)).toBeVisible();
  });
}

test("opening a task that another user deleted says so and restores it", async ({
  nora,
  sam,
  family,
  samPresses,
  problems,
}) => {
  problems.expectStatus(404);
  const id = await addTask(family, { title });
  await samPresses("Delete task");
  await expectToast(sam, "Task deleted");

  const answer = await nora.goto(`/tasks/${id}`);
  expect(answer?.status()).toBe(404);
  await expect(nora).toHaveTitle("Task · Mila");
  await expect(nora.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await expect(
    nora.getByRole("status").filter({ hasText: "Sam deleted this a moment ago." }),
  ).toBeVisible();
  await expect(nora.getByRole("link", { name: "All tasks" })).toHaveAttribute("href", "/dashboard");
  await nora.getByRole("button", { name: "Undo" }).click();
  await expectToast(nora, "Task restored");
  await expect(card(nora, title)).toBeVisible();
});

test("editing a task that another user deleted loses nothing and restores it on save", async ({
  nora,
  sam,
  visit,
  family,
  samPresses,
  problems,
}) => {
  problems.expectStatus(409);
  const id = await addTask(family, { title });
  await visit(`/tasks/${id}/edit`);
  await nora.getByLabel("Description").fill("Milk, bread, apples");
  await samPresses("Delete task");
  await expectToast(sam, "Task deleted");

  await nora.getByRole("button", { name: "Save Changes" }).click();
  const notice = nora.getByRole("alert").filter({ hasText: "Sam deleted this a moment ago." });
  await expect(notice).toContainText(
    "Nothing you typed is lost. Save to restore it with what you see below.",
  );
  await expect(nora.getByLabel("Description")).toHaveValue("Milk, bread, apples");
  await nora.getByRole("button", { name: "Save Changes" }).click();
  await expectToast(nora, "Task saved!");
  await expect(card(nora, title)).toContainText("Milk, bread, apples");
});

test("choosing a date for a task that another user deleted keeps it and restores the task on save", async ({
  nora,
  sam,
  visit,
  family,
  samPresses,
  problems,
}) => {
  problems.expectStatus(409);
  const id = await addTask(family, { title });
  await visit(`/tasks/${id}/date`);
  await nora.getByLabel("Date", { exact: true }).fill("2031-06-10");
  await nora.getByLabel("Time").fill("15:30");
  await samPresses("Delete task");
  await expectToast(sam, "Task deleted");

  await nora.getByRole("button", { name: "Save" }).click();
  await expect(
    nora.getByRole("alert").filter({ hasText: "Sam deleted this a moment ago." }),
  ).toBeVisible();
  await expect(nora.getByLabel("Date", { exact: true })).toHaveValue("2031-06-10");
  await expect(nora.getByLabel("Time")).toHaveValue("15:30");
  await nora.getByRole("button", { name: "Save" }).click();
  await expectToast(nora, "Task saved!");
  await expect(card(nora, title)).toContainText("Jun 10, 2031, 3:30 PM");
});

test("pressing the same button twice reports nothing new", async ({ nora, visit, family }) => {
  const id = await addTask(family, { title });
  await visit("/dashboard");
  await family.post(`/tasks/${id}/complete`);
  await card(nora, title).getByRole("button", { name: "Mark as complete" }).click();
  await expect(card(nora, title).getByRole("button", { name: "Mark as incomplete" })).toBeVisible();
  await expect(nora.locator(".toast")).toHaveCount(0);
});
