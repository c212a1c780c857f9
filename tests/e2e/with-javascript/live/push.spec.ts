import { join } from "node:path";
import { openDatabase } from "#db/connection.server.ts";
import { makeRemindersDue } from "../../../support/messages/make-due.ts";
import { expect } from "../../../support/browser/browser.ts";
import { test } from "../../../support/browser/providers-browser.ts";
import {
  answerOnce,
  deliverPush,
  pressNotification,
  shownTexts,
  shownTitles,
  subscribeAt,
  watchNotifications,
} from "../../../support/browser/push-browser.ts";
import { addTask } from "../../../support/records/add-task.ts";

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
  const worker = await watchNotifications(context);
  await page.goto("about:blank");
  const show = async (id: string, title: string) => {
    await makeRemindersDue(mila, id);
    const sent = () => push.accepted.find((one) => one.device === device && one.text.includes(title))?.text ?? "";
    await expect.poll(sent).not.toBe("");
    await deliverPush(page, mila.url, sent());
    await expect.poll(() => shownTitles(worker)).toContain(title);
  };
  await show(vet, "Call the vet");
  await answerOnce(worker, 502);
  await pressNotification(worker, "Call the vet", "Done");
  await expect.poll(() => shownTexts(worker)).toContain("I can't be reached right now. Please try again.");
  await pressNotification(worker, "Call the vet", "Done");
  await show(milk, "Buy milk");
  await pressNotification(worker, "Buy milk", "In 1 hour");

  const db = openDatabase(join(mila.dataFolder, "mila.db"));
  const task = () => db.selectFrom("tasks").select("is_completed").where("id", "=", vet).executeTakeFirst();
  await expect.poll(task).toEqual({ is_completed: 1 });
  const reminders = () => db.selectFrom("reminders").select("status").where("task_id", "=", milk).execute();
  await expect.poll(reminders).toContainEqual({ status: "pending" });
  await db.destroy();
});
