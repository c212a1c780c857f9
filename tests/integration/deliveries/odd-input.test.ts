import { expect, test } from "vitest";
import { saveToCalendar } from "#app/domain/calendar/entries/save-entry.server.ts";
import { createDeliver } from "#app/domain/outbox/sending/deliver.server.ts";
import { segmentCount } from "#app/domain/outbox/rendering/segments.ts";
import { tickReminders } from "#app/domain/reminders/tick-reminders.server.ts";
import { tickSummaries } from "#app/domain/summary/tick-summaries.server.ts";
import { planDailySummary } from "#app/domain/summary/plan-daily-summary.server.ts";
import { recomputeDueDates } from "#app/domain/tasks/due/recompute-due-dates.server.ts";
import { setDueDate } from "#app/domain/tasks/changing/task.server.ts";
import { earlierBy, laterBy, nowIso } from "#app/domain/core/time.ts";
import { startFakeTwilio } from "../../fakes/twilio.ts";
import { newDatabase } from "../../support/records/database.ts";
import {
  addDueReminder,
  readOutcome,
  newFamilyWithPhone,
  newSender,
} from "../../support/messages/deliveries.ts";
import { newConnectedUser, newTaskDue } from "../../support/records/google-calendar.ts";

test("a reminder in the year 9999 is kept and waits", async () => {
  await using own = newDatabase();
  const family = await newFamilyWithPhone(own.db);
  const { taskId } = await addDueReminder(own.db, family);
  await own.db.deleteFrom("deliveries").execute();
  await own.db.deleteFrom("reminders").execute();
  await setDueDate(own.db, family, taskId, "9999-12-30T23:59", "Etc/GMT+12");
  const reminders = await own.db
    .selectFrom("reminders")
    .select(["status", "scheduled_at"])
    .execute();
  expect(reminders).toEqual([{ status: "pending", scheduled_at: "9999-12-29T11:59:00.000Z" }]);
  expect(await tickReminders(own.db, nowIso())).toBe(0);
});

test("an unknown time zone delays no message: times are shown in UTC, and due dates stay", async () => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  const family = await newFamilyWithPhone(own.db);
  const now = nowIso();
  const { taskId, deliveryId } = await addDueReminder(own.db, family);
  await own.db.updateTable("profiles").set({ time_zone: "Mars/Olympus" }).execute();
  await own.db
    .updateTable("tasks")
    .set({ due_time_zone: "Mars/Olympus", due_date: laterBy(now, { hours: 1 }) })
    .execute();
  await own.db.updateTable("user_preferences").set({ daily_summary_enabled: 1 }).execute();
  const yesterday = earlierBy(now, { hours: 24 });
  await own.db
    .transaction()
    .execute((trx) => planDailySummary(trx, { ...family, timeZone: "Mars/Olympus" }, yesterday));
  expect(await tickSummaries(own.db, "UTC", now)).toBe(1);
  await newSender(own.db, twilio.settings).sendDue();
  expect(await readOutcome(own.db, deliveryId)).toMatchObject({ state: "sent" });
  expect(await recomputeDueDates(own.db, "a newer version", now)).toBe(0);
  const task = own.db.selectFrom("tasks").select("due_date").where("id", "=", taskId);
  expect(await task.executeTakeFirst()).toEqual({ due_date: laterBy(now, { hours: 1 }) });
});

test.each([
  ["2,000 characters", "long ".repeat(400)],
  ["emoji alone", "👨‍👩‍👧‍👦🥛".repeat(60)],
  ["control characters", "milk\u0000\u001b[31m\u202e\r\nBcc: everybody"],
])("a title of %s is sent in at most two segments", async (_, title) => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  const { deliveryId } = await addDueReminder(own.db, await newFamilyWithPhone(own.db), { title });
  await newSender(own.db, twilio.settings).sendDue();
  expect(await readOutcome(own.db, deliveryId)).toMatchObject({ state: "sent" });
  const [{ body = "" } = {}] = twilio.messages();
  expect(body).toMatch(/^Mila: .* http:\/\/localhost:3000\/\S*$/u);
  // oxlint-disable-next-line no-control-regex -- they must not be there
  expect(body).not.toMatch(/[\u0000-\u001f\u202e]/);
  expect(segmentCount(body)).toBeLessThanOrEqual(2);
});

test("a number in a country that is not allowed gets no texts, and its owner learns why", async () => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  const abroad = await addDueReminder(own.db, await newFamilyWithPhone(own.db, "+447400123456"));
  const athome = await addDueReminder(own.db, await newFamilyWithPhone(own.db, "+12015550123"));
  const { outbox, providers } = newSender(own.db, twilio.settings);
  const deliver = createDeliver(own.db, { ...outbox, textCountries: ["US", "CA"] }, providers, {
    info: () => {},
    error: () => {},
  });
  await deliver(abroad.deliveryId);
  await deliver(athome.deliveryId);
  expect(await readOutcome(own.db, abroad.deliveryId)).toEqual({
    state: "cancelled",
    reason: "country",
  });
  expect(twilio.messages().map(({ to }) => to)).toEqual(["+12015550123"]);
});

test("the allowed countries do not affect the calendar", async () => {
  await using own = newDatabase();
  await using scene = await newConnectedUser(own.db);
  await saveToCalendar(own.db, scene.nora, await newTaskDue(own.db, scene.nora));
  const { outbox, providers } = scene.sender;
  const deliver = createDeliver(own.db, { ...outbox, textCountries: ["US"] }, providers, {
    info: () => {},
    error: () => {},
  });
  const saved = await own.db.selectFrom("deliveries").select("id").executeTakeFirstOrThrow();
  await deliver(saved.id);
  expect(await scene.ends()).toEqual(["sent"]);
  expect(scene.entries()).toHaveLength(1);
});
