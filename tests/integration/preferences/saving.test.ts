import { v7 as newId } from "uuid";
import { expect, test } from "vitest";
import {
  findNotificationSettings,
  saveNotificationSettings,
} from "#app/domain/preferences/notification-settings.server.ts";
import { saveReminderPreferences } from "#app/domain/reminders/reminder-preferences.server.ts";
import { reminderPreferences } from "#app/domain/reminders/input.ts";
import { findOwnAlerts } from "#app/domain/pages/delivery-alerts.server.ts";
import { notificationSettings } from "#app/domain/preferences/input.ts";
import { findPreferences } from "#app/domain/preferences/preferences.server.ts";
import { saveProfile } from "#app/domain/accounts/profile/profile.server.ts";
import { nowIso, wallClockAt } from "#app/domain/core/time.ts";
import { setDueDate } from "#app/domain/tasks/changing/task.server.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newFamily } from "../../support/records/family.ts";
import { addTask } from "../../support/people/say.ts";

const allSetUp = { isSetUp: () => true };

test("reminders and the next summary follow a change of preferences at once", async () => {
  await using own = newDatabase();
  const family = await newFamily(own.db);
  const { id } = await addTask(own.db, family, { text: "Call the vet" });
  await setDueDate(own.db, family, id, "2031-06-10T15:00", "America/New_York");
  const chosen = reminderPreferences.parse({
    reminderOneHourBefore: "on",
    dailySummaryEnabled: "on",
    dailySummaryTime: "06:45",
  });
  await saveReminderPreferences(own.db, family, chosen, "2031-06-01T12:00:00.000Z");

  const pending = await own.db
    .selectFrom("reminders")
    .selectAll()
    .where("status", "=", "pending")
    .execute();
  expect(pending).toMatchObject([{ minutes_before: 60, scheduled_at: "2031-06-10T18:00:00.000Z" }]);
  expect(await findPreferences(own.db, family.userId)).toMatchObject({
    reminder_two_days_before: 0,
    daily_summary_time: "06:45",
    next_daily_summary_at: "2031-06-02T10:45:00.000Z",
  });

  await saveReminderPreferences(own.db, family, reminderPreferences.parse({}));
  expect(await findPreferences(own.db, family.userId)).toMatchObject({
    reminder_one_hour_before: 0,
    daily_summary_time: "06:45",
    next_daily_summary_at: null,
  });
});

test("the next summary comes at its time in the profile's zone", async () => {
  await using own = newDatabase();
  const { db } = own;
  const family = await newFamily(db);
  const chosen = { dailySummaryEnabled: "on", dailySummaryTime: "06:45" };
  await saveReminderPreferences(db, family, reminderPreferences.parse(chosen));
  const names = { firstName: "Nora", lastName: null, role: "mom" } as const;
  for (const timeZone of ["America/New_York", "Asia/Tokyo"]) {
    await saveProfile(db, family.userId, { ...names, timeZone });
    const { next_daily_summary_at } = await findPreferences(db, family.userId);
    const { hour, minute } = wallClockAt(next_daily_summary_at!, timeZone);
    expect([timeZone, hour, minute]).toEqual([timeZone, 6, 45]);
  }
});

test("a phone number is stored as E.164 and shown formatted, and removing it turns texts off", async () => {
  await using own = newDatabase();
  const { userId } = await newFamily(own.db);
  const save = (fields: Record<string, string>) =>
    saveNotificationSettings(own.db, userId, notificationSettings.parse(fields), allSetUp);

  expect(
    await save({ phoneNumber: "201-555-0123", smsEnabled: "on", whatsappEnabled: "on" }),
  ).toBeUndefined();
  expect(await findPreferences(own.db, userId)).toMatchObject({
    phone_number: "+12015550123",
    email_enabled: 0,
  });
  expect((await findNotificationSettings(own.db, userId)).saved).toEqual({
    phoneNumber: "(201) 555-0123",
    smsEnabled: true,
    whatsappEnabled: true,
    emailEnabled: false,
    otherWayEnabled: false,
    nextWayEnabled: false,
    givenEnabled: true,
    nagEnabled: false,
  });

  expect(await save({ phoneNumber: "+1 900 234 5678" })).toEqual({
    problem: expect.stringContaining("premium"),
  });
  expect(await findPreferences(own.db, userId)).toMatchObject({
    phone_number: "+12015550123",
    sms_enabled: 1,
  });

  expect(
    await save({ phoneNumber: "", emailEnabled: "on", otherWayEnabled: "on" }),
  ).toBeUndefined();
  expect(await findPreferences(own.db, userId)).toMatchObject({
    phone_number: null,
    other_way_enabled: 1,
    sms_enabled: 0,
    whatsapp_enabled: 0,
    email_enabled: 1,
  });
});

test("SMS and WhatsApp cannot be switched on without a number", async () => {
  await using own = newDatabase();
  const { userId } = await newFamily(own.db);
  const chosen = { phoneNumber: "  ", smsEnabled: "on", whatsappEnabled: "on" };
  await saveNotificationSettings(own.db, userId, notificationSettings.parse(chosen), allSetUp);
  const { saved } = await findNotificationSettings(own.db, userId);
  expect(saved).toMatchObject({ phoneNumber: "", smsEnabled: false, whatsappEnabled: false });
});

test("an unreachable number is reported until it changes", async () => {
  await using own = newDatabase();
  const { userId } = await newFamily(own.db);
  const save = (phoneNumber: string) =>
    saveNotificationSettings(
      own.db,
      userId,
      notificationSettings.parse({ phoneNumber, smsEnabled: "on" }),
      allSetUp,
    );
  const confirm = () =>
    own.db.updateTable("user_preferences").set({ phone_confirmed_at: nowIso() }).execute();
  const troubles = () => findOwnAlerts(own.db, { userId }, () => true);
  await save("(201) 555-0123");
  await confirm();
  const instant = "2031-06-01T12:00:00.000Z";
  const failed = {
    kind: "test",
    channel: "sms",
    state: "failed",
    reason: "bad_address",
    is_own: 1,
  } as const;
  await own.db
    .insertInto("deliveries")
    .values({
      ...failed,
      id: newId(),
      user_id: userId,
      subject_id: userId,
      dedupe_key: "test",
      due_at: instant,
      not_before: instant,
      created_at: instant,
    })
    .execute();
  expect(await troubles()).toMatchObject([{ text: "Messages to (201) 555-0123 aren't arriving." }]);
  await save("(201) 555-0123");
  expect(await troubles()).toHaveLength(1);
  await save("(201) 555-0124");
  await confirm();
  expect(await troubles()).toEqual([]);
});
