import { expect, test } from "vitest";
import { forgetCalendar } from "#app/domain/calendar/google/connection.server.ts";
import { saveToCalendar } from "#app/domain/calendar/entries/save-entry.server.ts";
import { sweep } from "#app/domain/outbox/recovery/sweep.server.ts";
import { addReminder } from "#app/domain/reminders/add-reminder.server.ts";
import { deleteTask, setDueDate } from "#app/domain/tasks/changing/task.server.ts";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { newConnected, newTaskDue } from "../../support/google-calendar.ts";
import { newDatabase } from "../../support/database.ts";

test("a task is saved as an hour with a link back and its reminders; twice, also at once, is once", async () => {
  await using own = newDatabase();
  await using scene = await newConnected(own.db);
  const { nora, sender } = scene;
  const id = await newTaskDue(own.db, nora);
  await addReminder(own.db, nora, id, 45);
  const press = () => saveToCalendar(own.db, nora, id);
  expect(await Promise.all([press(), press()])).toEqual(["saved", "saved"]);
  await sender.sendDue();
  const entry = {
    summary: "Call the vet",
    description: `http://localhost:3000/tasks/${id}`,
    start: { dateTime: "2041-05-04T19:00:00.000Z", timeZone: "America/New_York" },
    end: { dateTime: "2041-05-04T20:00:00.000Z", timeZone: "America/New_York" },
    reminders: {
      useDefault: false,
      overrides: [
        { method: "popup", minutes: 45 },
        { method: "popup", minutes: 2_880 },
      ],
    },
  };
  expect(scene.entries()).toMatchObject([entry]);
  expect(await scene.ends()).toEqual(["sent"]);
  await press();
  await sender.sendDue();
  expect(scene.entries()).toMatchObject([entry]);
});

test("what was lost on the way back is asked for by its id, and is one entry", async () => {
  await using own = newDatabase();
  await using scene = await newConnected(own.db);
  const { google, nora, sender } = scene;
  await saveToCalendar(own.db, nora, await newTaskDue(own.db, nora));
  google.behave({ type: "hanging_up", when: "after_taking" });
  await sender.sendDue();
  expect(await scene.ends()).toEqual(["unknown"]);
  google.behave();
  await sweep(own.db, sender.outbox, sender.providers, nowIso());
  expect(await scene.ends()).toEqual(["sent"]);
  expect(google.requests.map(({ method }) => method)).toEqual(["POST", "GET"]);
  expect(scene.entries()).toHaveLength(1);
});

test("what was lost on the way there goes out once more, and is one entry", async () => {
  await using own = newDatabase();
  await using scene = await newConnected(own.db);
  const { google, nora, sender } = scene;
  await saveToCalendar(own.db, nora, await newTaskDue(own.db, nora));
  google.behave({ type: "hanging_up", when: "before_taking" });
  await sender.sendDue();
  google.behave();
  await sweep(own.db, sender.outbox, sender.providers, nowIso());
  await sender.sendDue();
  expect(await scene.ends()).toEqual(["sent"]);
  expect(scene.entries()).toHaveLength(1);
});

test("a task deleted, or without a date, before it was sent is not", async () => {
  await using own = newDatabase();
  await using scene = await newConnected(own.db);
  const { google, nora, sender } = scene;
  const id = await newTaskDue(own.db, nora);
  await saveToCalendar(own.db, nora, id);
  await deleteTask(own.db, nora, id);
  await sender.sendDue();
  expect(await scene.ends()).toEqual(["cancelled: task_deleted"]);
  expect(google.requests).toEqual([]);
});

test("a task deleted while nobody knows whether it was taken is taken out", async () => {
  await using own = newDatabase();
  await using scene = await newConnected(own.db);
  const { google, nora, sender } = scene;
  const id = await newTaskDue(own.db, nora);
  await saveToCalendar(own.db, nora, id);
  google.behave({ type: "hanging_up", when: "after_taking" });
  await sender.sendDue();
  google.behave();
  await deleteTask(own.db, nora, id);
  await sender.sendDue();
  expect(scene.entries()).toHaveLength(1);
  await sweep(own.db, sender.outbox, sender.providers, nowIso());
  await sender.sendDue();
  expect(scene.entries()).toEqual([]);
  expect((await scene.ends()).toSorted()).toEqual(["cancelled: superseded", "sent"]);
});

test("a change does not overtake what is going out", async () => {
  await using own = newDatabase();
  await using scene = await newConnected(own.db);
  const { google, nora, sender } = scene;
  const id = await newTaskDue(own.db, nora);
  await saveToCalendar(own.db, nora, id);
  google.behave({ type: "slow", answerMs: 300, times: 1 });
  const sending = sender.sendDue();
  await expect.poll(() => google.requests.length).toBe(1);
  await setDueDate(own.db, nora, id, "2041-05-05T10:00", "America/New_York");
  await sender.sendDue();
  expect(google.requests).toHaveLength(1);
  await sending;
  await sender.sendDue();
  expect(google.requests.map(({ method }) => method)).toEqual(["POST", "PATCH"]);
  expect(scene.entries()).toMatchObject([{ start: { dateTime: "2041-05-05T14:00:00.000Z" } }]);
});

test("who disconnects while it waits sends nothing; connected again, what was asked for goes there", async () => {
  await using own = newDatabase();
  await using scene = await newConnected(own.db);
  const { google, nora, sender } = scene;
  await saveToCalendar(own.db, nora, await newTaskDue(own.db, nora));
  await own.db.transaction().execute((trx) => forgetCalendar(trx, nora.userId));
  await sender.sendDue();
  expect(await scene.ends()).toEqual(["cancelled: not_connected"]);
  expect(google.requests).toEqual([]);
  expect(await saveToCalendar(own.db, nora, await newTaskDue(own.db, nora))).toBe("not_connected");
  await scene.connect();
  await sender.sendDue();
  expect(scene.entries()).toHaveLength(1);
});

test("connected again to the same calendar, an entry that was there is found and not made twice", async () => {
  await using own = newDatabase();
  await using scene = await newConnected(own.db);
  const { nora, sender } = scene;
  const id = await newTaskDue(own.db, nora);
  await saveToCalendar(own.db, nora, id);
  await sender.sendDue();
  await own.db.transaction().execute((trx) => forgetCalendar(trx, nora.userId));
  await setDueDate(own.db, nora, id, "2041-05-05T10:00", "America/New_York");
  await scene.connect();
  await sender.sendDue();
  expect(scene.entries()).toMatchObject([{ start: { dateTime: "2041-05-05T14:00:00.000Z" } }]);
});

test("a rate limit is waited for, and nothing else is lost by it", async () => {
  await using own = newDatabase();
  await using scene = await newConnected(own.db);
  const { google, nora, sender } = scene;
  await saveToCalendar(own.db, nora, await newTaskDue(own.db, nora));
  google.behave({ type: "failing", status: 403, reason: "rateLimitExceeded", retryAfterSeconds: 70 });
  await sender.sendDue();
  const { not_before, retry_count } = await own.db.selectFrom("deliveries").selectAll().executeTakeFirstOrThrow();
  expect(not_before > laterBy(nowIso(), { seconds: 60 })).toBe(true);
  expect(retry_count).toBe(0);
  expect(await scene.ends()).toEqual(["ready"]);
});
