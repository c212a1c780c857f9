import type { Page } from "@playwright/test";
import { withoutTable } from "../../../support/records/without-table.ts";
import { addTask } from "../../../support/records/add-task.ts";
import { expect, test } from "../../../support/browser/browser.ts";
import { card, expectToast, pressMore, say } from "../../../support/browser/on-screen.ts";

async function goOffline(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.context().setOffline(true);
}

test.beforeEach(({ problems }) => problems.expectOffline());

test("a request made offline is kept and can be tried again", async ({
  signedIn: page,
  context,
}) => {
  await goOffline(page);
  await say(page, "Order groceries");

  const failure = page.getByRole("alert").filter({ hasText: "Hmm, I couldn't save that." });
  await expect(failure).toContainText("Want me to try again or remind you later tonight?");
  await expect(failure).toContainText("Order groceries");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Good /);

  await context.setOffline(false);
  await failure.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("When is “Order groceries” due?")).toBeVisible();
  await page.getByRole("link", { name: "No date", exact: true }).click();
  await expect(card(page, "Order groceries")).toHaveCount(1);
  await expect(failure).toHaveCount(0);
});

test("a retry after a lost answer creates no second task", async ({ signedIn: page }) => {
  await page.route(
    (url) => url.pathname.startsWith("/dashboard"),
    async (route) => {
      await route.fetch({ maxRedirects: 0 });
      await route.abort("internetdisconnected");
    },
    { times: 1 },
  );
  await say(page, "call the vet tomorrow at 3pm");
  await page.getByRole("button", { name: "Try again" }).click();
  await expectToast(page, "Task added!");
  await page.reload();
  await expect(card(page, "Call the vet")).toHaveCount(1);
});

test("several requests made offline are kept, each with its own retry", async ({
  signedIn: page,
  context,
}) => {
  await goOffline(page);
  const failure = (words: string) => page.getByRole("alert").filter({ hasText: words });
  await say(page, "call the vet tomorrow at 3pm");
  await expect(failure("call the vet")).toBeVisible();
  await say(page, "buy milk tomorrow at 4pm");
  await expect(failure("buy milk")).toBeVisible();
  await expect(failure("call the vet")).toBeVisible();

  await context.setOffline(false);
  await failure("call the vet").getByRole("button", { name: "Try again" }).click();
  await expect(card(page, "Call the vet")).toBeVisible();
  await expect(failure("call the vet")).toHaveCount(0);
  await failure("buy milk").getByRole("button", { name: "Try again" }).click();
  await expect(card(page, "Buy milk")).toHaveCount(1);
  await expect(failure("buy milk")).toHaveCount(0);
});

const error = (page: Page) => page.getByRole("alert").filter({ hasText: "Error" });

test("a tick that cannot be saved is undone, and a toast says why", async ({
  signedIn: page,
  visit,
  family,
  context,
}) => {
  await addTask(family, { title: "Order groceries" });
  await visit("/dashboard");
  const task = card(page, "Order groceries");
  await goOffline(page);
  await task.getByRole("button", { name: "Mark as complete" }).click();

  await expect(error(page)).toContainText("Mila can't be reached right now.");
  await expect(error(page)).toContainText("Order groceries");
  await expect(page.locator("[aria-live]", { hasText: "Task completed" })).toHaveCount(0);
  await expect(task.getByRole("button", { name: "Mark as complete" })).toBeVisible();
  await expect(task.getByRole("heading")).toHaveCSS("text-decoration-line", "none");

  // The connection is back, and the page says nothing that is no longer so.
  await context.setOffline(false);
  await expect(error(page)).toHaveCount(0);
  await task.getByRole("button", { name: "Mark as complete" }).click();
  await expect(task.getByRole("button", { name: "Mark as incomplete" })).toBeVisible();
});

test("a change that the server could not save has its message, and a button that tries again", async ({
  signedIn: page,
  visit,
  family,
  mila,
  problems,
}) => {
  problems.expectStatus(500);
  await addTask(family, { title: "Order groceries" });
  await visit("/dashboard");
  const task = card(page, "Order groceries");
  const complete = () => task.getByRole("button", { name: "Mark as complete" }).click();
  for (const press of [complete, () => pressMore(task, "Delete task")]) {
    await withoutTable(mila, "tasks", async () => {
      await press();
      await expect(error(page)).toContainText(
        /Something went wrong\. .*send this code to Mila's owner: [0-9a-f]{12}/,
      );
    });
    await expect(task.getByRole("button", { name: "Mark as complete" })).toBeVisible();
    if (press === complete) await error(page).getByRole("button", { name: "Close" }).click();
  }
  await error(page).getByRole("button", { name: "Try again" }).click();
  await expectToast(page, "Task deleted");
  await expect(task).toHaveCount(0);
  await expect(error(page)).toHaveCount(0);
});

test("a failed change can be remembered for tonight", async ({
  signedIn: page,
  visit,
  family,
  mila,
  problems,
}) => {
  problems.expectStatus(500);
  await addTask(family, { title: "Order groceries" });
  await visit("/dashboard");
  await withoutTable(mila, "tasks", async () => {
    await pressMore(card(page, "Order groceries"), "Delete task");
    await expect(error(page)).toContainText("Something went wrong.");
  });
  await error(page).getByRole("button", { name: "Remind me later tonight" }).click();
  await expectToast(page, "I'll remind you");
  await expect(card(page, "Delete: Order groceries")).toContainText(":00");
});

test("a task that cannot be deleted comes back, and a toast says why", async ({
  signedIn: page,
  visit,
  family,
}) => {
  await addTask(family, { title: "Order groceries" });
  await visit("/dashboard");
  await goOffline(page);
  await pressMore(card(page, "Order groceries"), "Delete task");

  await expect(error(page)).toContainText("Mila can't be reached right now.");
  await expect(card(page, "Order groceries")).toBeVisible();
  // On plain http, no service worker keeps it.
  await error(page).getByRole("button", { name: "Remind me later tonight" }).click();
  await expect(error(page)).toContainText(
    "I can't remember that now either. Your words are still here.",
  );
});

test("an edited task that cannot be saved keeps the input", async ({
  signedIn: page,
  visit,
  family,
}) => {
  const id = await addTask(family, { title: "Order groceries" });
  await visit(`/tasks/${id}/edit`);
  await page.getByLabel("Title").fill("Order groceries and stamps");
  await goOffline(page);
  await page.getByRole("button", { name: "Save Changes" }).click();

  await expect(
    page.getByRole("alert").filter({ hasText: "Hmm, I couldn't save that." }),
  ).toBeVisible();
  await expect(page.getByLabel("Title")).toHaveValue("Order groceries and stamps");
});

test("an undo that fails says so in its toast and can be tried again", async ({
  signedIn: page,
  visit,
  family,
  context,
}) => {
  await addTask(family, { title: "Order groceries" });
  await visit("/dashboard");
  await pressMore(card(page, "Order groceries"), "Delete task");
  await expectToast(page, "Task deleted");
  const input = page.getByLabel("What do you need?");
  await input.fill("Half a thou");
  await goOffline(page);
  await page.getByRole("button", { name: "Undo" }).click();

  await expect(page.getByRole("alert").filter({ hasText: "Error" })).toBeVisible();
  await expect(input).toHaveValue("Half a thou");
  await context.setOffline(false);
  await page.getByRole("button", { name: "Undo" }).click();
  await expectToast(page, "Task restored");
  await expect(card(page, "Order groceries")).toBeVisible();
  await expect(input).toHaveValue("Half a thou");
});

for (const where of ["sheet", "page"]) {
  test(`a button on a task's ${where} that cannot load its page leaves everything as it is`, async ({
    signedIn: page,
    visit,
    family,
    context,
  }) => {
    const id = await addTask(family, { title: "Order groceries" });
    await visit(where === "page" ? `/tasks/${id}` : "/dashboard");
    if (where === "sheet")
      await page.getByRole("link", { name: "Order groceries", exact: true }).click();
    await expect(page.getByText("Added by you")).toBeVisible();
    await goOffline(page);
    await page.getByRole("button", { name: "Done" }).click();

    await expect(page.getByRole("alert").filter({ hasText: "Error" })).toBeVisible();
    await expect(page.getByRole("heading", { level: 1, name: "Order groceries" })).toBeVisible();
    await context.setOffline(false);
    await page.getByRole("button", { name: "Done" }).click();
    await expect(page.getByRole("button", { name: "Reopen" })).toBeVisible();
  });
}
