import type { Page, Route } from "@playwright/test";
import { addTask } from "../../../support/records/add-task.ts";
import { expect, test } from "../../../support/browser/browser.ts";
import { newSam } from "../../../support/people/second-parent.ts";
import { makeRemindersDue } from "../../../support/messages/make-due.ts";
import { card, expectToast, openEdit, say, section } from "../../../support/browser/on-screen.ts";

test("another user's changes appear live and keep the text in the input", async ({
  signedIn: page,
  family,
  otherDevice,
}) => {
  const input = page.getByLabel("What do you need?");
  await input.fill("Half a thou");
  await addTask(family, { title: "Order groceries" });
  await expect(card(page, "Order groceries")).toBeVisible();
  await otherDevice.goto("/dashboard");
  await card(otherDevice, "Order groceries")
    .getByRole("button", { name: "Mark as complete" })
    .click();
  await expect(
    card(page, "Order groceries").getByRole("button", { name: "Mark as incomplete" }),
  ).toBeVisible();
  await expect(input).toHaveValue("Half a thou");
  await expect(input).toBeFocused();
});

test("a reminder that is sent makes room for the next one", async ({
  family,
  mila,
  signIn,
  visit,
  page,
}) => {
  const ids = [];
  for (const day of [10, 11, 12, 13, 14, 15])
    ids.push(
      await addTask(family, { title: `Call the vet on ${day}`, dueDate: `2031-06-${day}T15:00` }),
    );
  await signIn();
  await visit("/dashboard");
  const upcoming = section(page, "Upcoming reminders").getByRole("listitem");
  await expect(upcoming).toHaveText([/on 10/, /on 11/, /on 12/, /on 13/, /on 14/]);
  await makeRemindersDue(mila, ids[0]!);
  await expect(upcoming).toHaveText([/on 11/, /on 12/, /on 13/, /on 14/, /on 15/]);
});

test("what others do is said once to a screen reader, and not what one does oneself", async ({
  signedIn: page,
  family,
  mila,
}) => {
  const sam = await newSam(mila, family);
  const said = page.locator("[aria-live=polite]").filter({ hasText: "Sam" });
  const id = await addTask(family, { title: "Order stamps" });
  await expect(card(page, "Order stamps")).toBeVisible();
  await sam.post(`/tasks/${id}/complete`);
  await expect(said).toHaveText("Sam completed Order stamps");
  await addTask(sam, { title: "Order paint" });
  await expect(said).toHaveText("Sam added Order paint");
  await card(page, "Order paint").getByRole("button", { name: "Mark as complete" }).click();
  await expect(page.getByText("Task completed: Order paint")).toHaveCount(1);
  await expect(said).toHaveText("Sam added Order paint");
});

test("the week tells what others have just done to its tasks", async ({
  signedIn: page,
  family,
  mila,
  visit,
}) => {
  const sam = await newSam(mila, family);
  const id = await addTask(family, { title: "Order stamps", dueDate: "2041-06-12T09:00" });
  await visit("/week?from=2041-06-10");
  const said = page.locator("[aria-live=polite]").filter({ hasText: "Sam" });
  await page.getByRole("link", { name: "Order stamps" }).hover();
  await sam.post(`/tasks/${id}/date`, { date: "2041-06-13", time: "09:00" });
  await expect(said).toHaveText("Sam moved Order stamps");
  await sam.post(`/tasks/${id}/complete`);
  await expect(said).toHaveText("Sam completed Order stamps");
});

test("a list tells what others have just done to it, and nothing of one's own", async ({
  signedIn: page,
  family,
  mila,
  visit,
}) => {
  const sam = await newSam(mila, family);
  await family.post("/lists/shopping/items", { text: "eggs" });
  await visit("/lists/shopping");
  const said = page.locator("[aria-live=polite].sr-only").filter({ hasText: ": " });
  await sam.post("/lists/shopping/items", { text: "milk, bread, rice, tea" });
  await expect(said).toHaveText("Added: Milk, Bread, Rice, 1 more");
  const reloaded = page.waitForResponse("**/lists/shopping.data*");
  await page.getByRole("button", { name: "Tick: Bread" }).click();
  await reloaded;
  await expect(page.getByRole("button", { name: "Bring back: Bread" })).toBeVisible();
  const eggs = page.getByRole("button", { name: "Tick: Eggs" });
  const tick = (await eggs.getAttribute("formaction"))!;
  await sam.post(tick);
  await expect(said).toHaveText("Ticked: Eggs");
  await sam.post(tick.replace(/tick$/, "untick"));
  await expect(said).toHaveText("Brought back: Eggs");
  await sam.post(tick.replace(/tick$/, "delete"));
  await expect(said).toHaveText("Removed: Eggs");
});

test("another user's change removes no toast", async ({ signedIn: page, family }) => {
  await say(page, "call the vet tomorrow at 3pm");
  await expectToast(page, "Task added!");
  await addTask(family, { title: "Order groceries" });
  await expect(card(page, "Order groceries")).toBeVisible();
  await expectToast(page, "Task added!");
});

for (const { trouble, answer } of [
  { trouble: "a lost connection", answer: (route: Route) => route.abort("internetdisconnected") },
  {
    trouble: "a proxy without Mila",
    answer: (route: Route) => route.fulfill({ status: 502, body: "<h1>Bad gateway</h1>" }),
  },
  {
    trouble: "a failing server",
    answer: (route: Route) => route.fulfill({ status: 500, body: "" }),
  },
]) {
  test(`the page survives ${trouble} and shows another user's change later`, async ({
    signedIn: page,
    family,
    problems,
  }) => {
    problems.expectOffline();
    problems.expectStatus(500);
    problems.expectStatus(502);
    const input = page.getByLabel("What do you need?");
    await page.clock.install();
    await input.fill("Half a thou");
    await page.route("**/*.data*", answer);
    const failed = page.waitForRequest("**/dashboard.data*").then((request) => request.response());
    await addTask(family, { title: "Order groceries" });
    await failed;
    await expect(input).toHaveValue("Half a thou");
    await page.unroute("**/*.data*");
    await expect(async () => {
      await page.clock.fastForward(5_000);
      await expect(card(page, "Order groceries")).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await expect(input).toHaveValue("Half a thou");
    await expect(input).toBeFocused();
  });
}

test("a reload that fails while a press is being saved leaves the page", async ({
  signedIn: page,
  family,
  problems,
}) => {
  problems.expectOffline();
  await addTask(family, { title: "Order groceries" });
  await expect(card(page, "Order groceries")).toBeVisible();
  const saved = Promise.withResolvers<void>();
  await page.route("**/complete.data*", async (route) => {
    await saved.promise;
    await route.continue();
  });
  await page.route("**/dashboard.data*", (route) => route.abort("internetdisconnected"));
  const button = (name: string) =>
    card(page, "Order groceries").getByRole("button", { name: `Mark as ${name}` });
  await button("complete").click();
  const failed = page.waitForEvent("requestfailed");
  await page.evaluate(() => window.__remixRouter.revalidate());
  await failed;
  await page.unroute("**/dashboard.data*");
  saved.resolve();
  await expect(button("incomplete")).toBeVisible();
});

test("an open task shows another user's changes and keeps the input", async ({
  signedIn: page,
  family,
  visit,
}) => {
  const id = await addTask(family, { title: "Order groceries", dueDate: "2031-06-10T15:00" });
  const inSheet = () =>
    card(page, "Order groceries")
      .getByRole("link", { name: "Order groceries", exact: true })
      .click();
  const asPage = () => visit(`/tasks/${id}`);
  for (const { open, minutes, label } of [
    { open: inSheet, minutes: "120", label: "2 hours before" },
    { open: asPage, minutes: "180", label: "3 hours before" },
  ]) {
    await open();
    const before = page.getByLabel("How long before");
    await before.fill("4");
    await family.post(`/tasks/${id}/reminders`, { minutesBefore: minutes });
    await expect(page.getByText(label)).toBeVisible();
    await expect(before).toHaveValue("4");
    await expect(before).toBeFocused();
    await family.post(`/tasks/${id}/complete`);
    await expect(page.getByRole("button", { name: "Reopen" })).toBeVisible();
    await family.post(`/tasks/${id}/reopen`);
    await expect(page.getByRole("button", { name: "Done" })).toBeVisible();
  }
});

test("an open task that another user deletes says so and can be restored", async ({
  signedIn: page,
  family,
  problems,
}) => {
  problems.expectStatus(404);
  const id = await addTask(family, { title: "Order groceries" });
  await page.getByRole("link", { name: "Order groceries", exact: true }).click();
  const sheet = page.getByRole("dialog", { name: "Order groceries" });
  await expect(sheet.getByText("Added by you")).toBeVisible();
  await family.post(`/tasks/${id}/delete`);
  await expect(sheet).toContainText("You deleted this a moment ago.");
  await sheet.getByRole("button", { name: "Undo" }).click();
  await expectToast(page, "Task restored");
  await expect(card(page, "Order groceries")).toBeVisible();
});

test("another user's change keeps the answer that a dialog shows", async ({
  signedIn: page,
  family,
  problems,
}) => {
  problems.expectStatus(409);
  const id = await addTask(family, { title: "Birthday cake" });
  const other = await addTask(family, { title: "Order groceries" });
  await openEdit(page, "Birthday cake");
  await page.getByLabel("Title").fill("Chocolate cake");
  const version = await page.locator("dialog input[name=version]").inputValue();
  await family.post(`/tasks/${id}/edit`, {
    title: "Cake with candles",
    category: "Household",
    version,
  });
  await page.getByRole("button", { name: "Save Changes" }).click();
  const note = page
    .getByRole("dialog")
    .getByRole("alert")
    .filter({ hasText: "Someone changed this task" });
  await expect(note).toContainText("Cake with candles");

  await family.post(`/tasks/${other}/complete`);
  expect(await loadedByNews(page)).toEqual([]);
  await expect(note).toContainText("Cake with candles");
  await page.getByRole("dialog").getByRole("link", { name: "Cancel" }).click();
  await expect(
    card(page, "Order groceries").getByRole("button", { name: "Mark as incomplete" }),
  ).toBeVisible();
});

test("another user's change removes no toast from a dialog", async ({
  signedIn: page,
  visit,
  family,
}) => {
  await addTask(family, { title: "Order stamps", dueDate: "2031-06-10T15:00" });
  await visit("/dashboard");
  await card(page, "Order stamps").getByRole("link", { name: "Order stamps", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Order stamps" });
  await dialog.getByRole("button", { name: "15 minutes before" }).click();
  await expect(dialog.locator(".toast")).toContainText("Reminder added");
  await addTask(family, { title: "Order groceries" });
  await expect(card(page, "Order groceries")).toBeVisible();
  await expect(dialog.locator(".toast")).toContainText("Reminder added");
});

async function loadedByNews(page: Page): Promise<string[]> {
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
  await page.evaluate(async () => {
    // The server notifies all listeners at once, and five more requests outlast the effects.
    const news = new EventSource("/events?revision=-1");
    await new Promise((resolve) => news.addEventListener("message", resolve));
    news.close();
    for (let count = 0; count < 5; count += 1) {
      await new Promise((resolve) => requestIdleCallback(resolve));
      await fetch("/icon.svg", { cache: "no-store" });
    }
  });
  return loaded.filter((path) => path.endsWith(".data"));
}
