import { afterAll, beforeAll, expect, test } from "vitest";
import { addTask } from "../../support/records/add-task.ts";
import { makeRemindersDue } from "../../support/messages/make-due.ts";
import { type FormsMila, formsMila, newNora, say, soon } from "./forms-mila.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

test("“remind me in 20 minutes” is on the card at once", async () => {
  const { nora } = await newNora(mila);
  await say(nora, "Remind me to take the pizza out in 20 minutes");
  expect(nora.card("Take the pizza out").text).toMatch(/Reminds you (at \d+:\d\d [AP]M|\w+ \d+, )/);
  expect(nora.buttons()).not.toContain("At the time");
});

test("a task that is due soon and has no reminder offers one as it is added", async () => {
  const { nora } = await newNora(mila);
  await say(nora, "Call the vet in 3 hours");
  expect(nora.toast).toContain("Remind you?");
  await nora.press("1 hour before");
  expect(nora.url).toBe("/dashboard");
  expect(nora.toast).toContain("Reminder added");
  // Of a reminder on another day, the card shows only a bell.
  expect(nora.html).toContain("Reminds you");
});

test("a confirmed task keeps the reminder that was asked for, unless it is unchecked", async () => {
  const { nora } = await newNora(mila);
  const confirm = async (text: string) => {
    await nora.visit("/dashboard");
    nora.fill("What do you need?", text);
    await nora.press("Review before adding");
  };
  await confirm("Remind me to take the pizza out in 20 minutes");
  expect(nora.field("Remind me when it's due").isChecked).toBe(true);
  await nora.press("Save task");
  expect(nora.card("Take the pizza out").text).toContain("Reminds you");

  await confirm("Call the vet tomorrow at 3 pm and remind me an hour before");
  nora.uncheck("Remind me 1 hour before");
  await nora.press("Save task");
  expect(nora.card("Call the vet").text).not.toContain("Reminds you");
  expect(nora.toast).toContain("Remind you?");
});

test("a reminder that came due shows on every page until it is answered", async () => {
  const { nora, family } = await newNora(mila);
  const id = await addTask(family, { title: "Call the vet", dueDate: "2031-06-10T15:00" });
  await makeRemindersDue(mila, id);
  const alert = () => nora.dueAlerts;
  await expect
    .poll(async () => (await nora.visit("/preferences"), alert()), soon)
    .toContain("Call the vet");
  await nora.press("Snooze 10 min");
  expect(nora.url).toBe("/preferences");
  expect(alert()).toBe("");

  await makeRemindersDue(mila, id);
  await expect
    .poll(async () => (await nora.visit("/dashboard"), alert()), soon)
    .toContain("Call the vet");
  await nora.press("OK");
  expect(nora.url).toBe("/dashboard");
  expect(alert()).toBe("");
});
