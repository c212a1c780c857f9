import type { Locator } from "@playwright/test";
import { expect, test } from "../../../support/browser/browser.ts";
import { card, pressMore, say, suppressOverduePrompt } from "../../../support/browser/on-screen.ts";
import { makeRemindersDue } from "../../../support/messages/make-due.ts";
import { addTask } from "../../../support/records/add-task.ts";
import { tomorrow } from "../../../support/text/days.ts";

const phone = { width: 360, height: 740 };

test("a reminder that is due already pushes an answer down, and covers none of it", async ({
  signIn,
  visit,
  page,
  mila,
  family,
}) => {
  await page.setViewportSize(phone);
  await makeRemindersDue(
    mila,
    await addTask(family, { title: "Oma's pills", dueDate: "2031-06-10T15:00" }),
  );
  await signIn();
  await visit("/dashboard");
  const alert = page.locator(".due-alert");
  await expect(alert).toBeVisible();
  await say(page, "where are the pills?");
  const answer = page.locator(".answer");
  await expect(answer).toBeVisible();
  expect(await overlap(alert, answer)).toBe(false);
  expect(await overlap(alert, page.getByRole("heading", { level: 1 }))).toBe(false);
});

test("a reminder that comes due moves nothing, and uncovers the card in focus", async ({
  signIn,
  visit,
  page,
  mila,
  family,
}) => {
  await page.setViewportSize(phone);
  await suppressOverduePrompt(page);
  const dueDate = `${tomorrow().toString()}T09:00`;
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8])
    await addTask(family, { title: `Errand ${number}`, dueDate });
  const id = await addTask(family, { title: "Call the vet", dueDate: "2031-06-10T15:00" });
  await signIn();
  await visit("/dashboard");
  const inFocus = card(page, "Errand 2");
  await inFocus.locator(".task-title a").focus();
  await inFocus.evaluate((li) => window.scrollBy({ top: li.getBoundingClientRect().top - 80 }));
  await makeRemindersDue(mila, id);
  const alert = page.locator(".due-alerts[data-fresh] .due-alert");
  await expect(alert).toBeVisible();
  await expect.poll(() => overlap(alert, inFocus)).toBe(false);
  expect(await overlap(alert, page.locator(".add-task"))).toBe(false);
});

test("a toast covers neither a phone's input nor the card in focus", async ({
  signIn,
  visit,
  page,
  family,
}) => {
  await page.setViewportSize(phone);
  const dueDate = `${tomorrow().toString()}T09:00`;
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8])
    await addTask(family, { title: `Errand ${number}`, dueDate });
  await signIn();
  await visit("/dashboard");
  const [deleted, next] = [card(page, "Errand 4"), card(page, "Errand 5")];
  await deleted.evaluate((li) =>
    window.scrollBy({ top: li.getBoundingClientRect().top - window.innerHeight + 260 }),
  );
  await pressMore(deleted, "Delete task");
  const toast = page.locator(".toast");
  await expect(toast).toBeVisible();
  await expect(deleted).toHaveCount(0);
  await expect.poll(() => overlap(toast, next)).toBe(false);
  expect(await overlap(toast, page.locator(".add-task"))).toBe(false);
});

async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [(await one.boundingBox())!, (await other.boundingBox())!];
  const isApart = a.x + a.width <= b.x || b.x + b.width <= a.x;
  return !isApart && a.y < b.y + b.height && b.y < a.y + a.height;
}
