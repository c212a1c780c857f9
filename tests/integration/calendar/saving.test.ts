import { expect, test } from "vitest";
import { forgetCalendar } from "#app/domain/calendar/google/connection.server.ts";
import { saveToCalendar } from "#app/domain/calendar/entries/save-entry.server.ts";
import { sweep } from "#app/domain/outbox/recovery/sweep.server.ts";
import { addReminder } from "#app/domain/reminders/add-reminder.server.ts";
import { deleteTask, setDueDate } from "#app/domain/tasks/changing/task.server.ts";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { newConnectedUser, newTaskDue } from "../../support/records/google-calendar.ts";
import { newDatabase } from "../../support/records/database.ts";

test("a task is saved once as an hour with a link and reminders, even when saved twice at once", async () => {
  await using own = newDatabase();
  await using scene = await newConnectedUser(own.db);
  const { nora, sender } = scene;
  const id = await newTaskDue(own.db, nora);
  await addReminder(own.db, nora, id, { minutesBefore: 45 });
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

test("after a lost answer the entry is found by its id and not duplicated", async () => {
  await using own = newDatabase();
  await using scene = await newConnectedUser(own.db);
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

test("after a lost request the entry is sent again and not duplicated", async () => {
  await using own = newDatabase();
  await using scene = await newConnectedUser(own.db);
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

test("a task deleted or undated before its entry is sent is not sent", async () => {
  await using own = newDatabase();
  await using scene = await newConnectedUser(own.db);
  const { google, nora, sender } = scene;
  const id = await newTaskDue(own.db, nora);
  await saveToCalendar(own.db, nora, id);
  await deleteTask(own.db, nora, id);
  await sender.sendDue();
  expect(await scene.ends()).toEqual(["cancelled: task_deleted"]);
  expect(google.requests).toEqual([]);
});

test("a task deleted while its entry's outcome is unknown is removed from the calendar", async () => {
  await using own = newDatabase();
  await using scene = await newConnectedUser(own.db);
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

test("a change does not overtake a request in flight", async () => {
  await using own = newDatabase();
  await using scene = await newConnectedUser(own.db);
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

test("disconnecting cancels what waits, and reconnecting sends what was asked for", async () => {
  await using own = newDatabase();
  await using scene = await newConnectedUser(own.db);
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

test("reconnecting the same calendar finds existing entries instead of duplicating them", async () => {
  await using own = newDatabase();
  await using scene = await newConnectedUser(own.db);
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

test("a rate limit delays an entry and loses nothing", async () => {
  await using own = newDatabase();
  await using scene = await newConnectedUser(own.db);
  const { google, nora, sender } = scene;
  await saveToCalendar(own.db, nora, await newTaskDue(own.db, nora));
  google.behave({
    type: "failing",
    status: 403,
    reason: "rateLimitExceeded",
    retryAfterSeconds: 70,
  });
  await sender.sendDue();
  const { retry_count } = await own.db
    .selectFrom("deliveries")
    .selectAll()
    .executeTakeFirstOrThrow();
  const { until } = await own.db
    .selectFrom("channel_pauses")
    .select("until")
    .executeTakeFirstOrThrow();
  expect(until > laterBy(nowIso(), { seconds: 60 })).toBe(true);
  expect(retry_count).toBe(0);
  expect(await scene.ends()).toEqual(["ready"]);
});
