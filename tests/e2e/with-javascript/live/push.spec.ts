import { makeRemindersDue } from "../../../support/messages/make-due.ts";
import { expect } from "../../../support/browser/browser.ts";
import { test } from "../../../support/browser/providers-browser.ts";
import {
  answerOnce,
  deliverPush,
  pressNotification,
  renewSubscription,
  shownTexts,
  shownTitles,
  subscribeAt,
  watchNotifications,
  watchUnsubscribing,
} from "../../../support/browser/push-browser.ts";
import { addTask } from "../../../support/records/add-task.ts";
import { openData } from "../../../support/records/open-data.ts";

test.use({ serviceWorkers: "allow" });

test("a reminder shows with Mila closed, and its buttons work", async ({
  family,
  mila,
  push,
  signIn,
  visit,
  page,
  context,
}) => {
  const device = crypto.randomUUID();
  await subscribeAt(page, push, device);
  await signIn();
  await visit("/preferences/notifications/push");
  await page.getByRole("button", { name: "Turn on for this device" }).click();
  await expect(page.getByText("On. Your reminders show here")).toBeVisible();

  const vet = await addTask(family, { title: "Call the vet", dueDate: "2031-06-10T15:00" });
  const milk = await addTask(family, { title: "Buy milk", dueDate: "2031-06-10T15:00" });
  const eggs = await addTask(family, { title: "Buy eggs", dueDate: "2031-06-10T15:00" });
  const worker = await watchNotifications(context);
  await page.goto("about:blank");
  const show = async (id: string, title: string, at: string = device) => {
    await makeRemindersDue(mila, id);
    const sent = () =>
      push.accepted.find((one) => one.device === at && one.text.includes(title))?.text ?? "";
    await expect.poll(sent).not.toBe("");
    await deliverPush(page, mila.url, sent());
    await expect.poll(() => shownTitles(worker)).toContain(title);
  };
  await show(vet, "Call the vet");
  await answerOnce(worker, 502);
  await pressNotification(worker, "Call the vet", "Done");
  await expect
    .poll(() => shownTexts(worker))
    .toContain("I can't be reached right now. Please try again.");
  await pressNotification(worker, "Call the vet", "Done");
  await show(milk, "Buy milk");
  await pressNotification(worker, "Buy milk", "In 1 hour");

  const db = openData(mila.dataFolder);
  const task = () =>
    db.selectFrom("tasks").select("is_completed").where("id", "=", vet).executeTakeFirst();
  await expect.poll(task).toEqual({ is_completed: 1 });
  const reminders = () =>
    db.selectFrom("reminders").select("status").where("task_id", "=", milk).execute();
  await expect.poll(reminders).toContainEqual({ status: "pending" });

  const renewed = crypto.randomUUID();
  const [old, endpoint] = [device, renewed].map((name) => push.subscribe(name).endpoint);
  const findEndpoints = db
    .selectFrom("push_devices")
    .select("endpoint")
    .where("endpoint", "in", [old!, endpoint!]);
  await renewSubscription(worker, push, device, renewed);
  await expect.poll(() => findEndpoints.execute()).toEqual([{ endpoint }]);
  await show(eggs, "Buy eggs", renewed);
  await family.post(`/tasks/${eggs}/delete`);
  await pressNotification(worker, "Buy eggs", "Done");
  await expect
    .poll(() => shownTexts(worker))
    .toContain('Nothing changed: You deleted "Buy eggs" a moment ago.');

  const unsubscribed = await watchUnsubscribing(worker);
  await page.goto("/preferences");
  await page.getByRole("button", { name: "Sign out" }).last().click();
  await expect(page).toHaveURL("/auth");
  expect(await unsubscribed()).toBe(1);
  expect(await findEndpoints.execute()).toEqual([]);
  await db.destroy();
});
