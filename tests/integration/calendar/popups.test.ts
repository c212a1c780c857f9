import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { saveToCalendar } from "#app/domain/calendar/entries/save-entry.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { addReminder } from "#app/domain/reminders/add-reminder.server.ts";
import { cancelReminder } from "#app/domain/reminders/reminder.server.ts";
import { saveReminderPreferences } from "#app/domain/reminders/reminder-preferences.server.ts";
import { announceWaiting } from "#app/domain/tasks/changing/announce-later.server.ts";
import { completeTask } from "#app/domain/tasks/changing/task.server.ts";
import type { Database } from "#db/schema.ts";
import { newConnectedUser, newTaskDue } from "../../support/records/google-calendar.ts";
import { newDatabase } from "../../support/records/database.ts";
import { newSeries } from "../../support/records/series.ts";

const twoDays = 2_880;

async function newScene(db: Kysely<Database>) {
  const scene = await newConnectedUser(db);
  const { nora, sender } = scene;
  return {
    ...scene,
    /** Minutes before, by title. */
    async popups() {
      await announceWaiting(db, nowIso());
      await sender.sendDue();
      return Object.fromEntries(
        scene
          .entries()
          .map(({ summary, reminders, recurrence }) => [
            `${summary}${recurrence ? " and so on" : ""}`,
            reminders!.overrides!.map(({ minutes }) => minutes),
          ]),
      );
    },
    async save(title: string) {
      const id = await newTaskDue(db, nora, undefined, title);
      await saveToCalendar(db, nora, id);
      return id;
    },
    choose: (reminderTwoDaysBefore: boolean, reminderOneHourBefore: boolean) =>
      saveReminderPreferences(db, nora, {
        reminderTwoDaysBefore,
        reminderOneHourBefore,
        dailySummaryEnabled: false,
        schoolMailEnabled: false,
      }),
    async cancel(taskId: string, scope?: "one" | "following") {
      const reminder = db.selectFrom("reminders").select("id").where("task_id", "=", taskId);
      const { id } = await reminder.where("status", "=", "pending").executeTakeFirstOrThrow();
      expect(await cancelReminder(db, nora, { taskId, reminderId: id }, scope)).toBe(true);
    },
  };
}

test("a reminder that is added or cancelled later shows in the entry, and nothing is sent twice", async () => {
  await using own = newDatabase();
  await using scene = await newScene(own.db);
  const { google, nora, popups } = scene;
  const id = await scene.save("Vet");
  expect(await popups()).toEqual({ Vet: [twoDays] });
  await scene.cancel(id);
  expect(await popups()).toEqual({ Vet: [] });
  await addReminder(own.db, nora, id, { minutesBefore: 45 });
  expect(await popups()).toEqual({ Vet: [45] });
  const requests = google.requests.length;
  await addReminder(own.db, nora, id, { minutesBefore: 45 });
  await popups();
  expect(google.requests.length).toBe(requests);
  await scene.cancel(id, "one");
  expect(await popups()).toEqual({ Vet: [] });
  await completeTask(own.db, nora, id);
  expect(await popups()).toEqual({ "✓ Vet": [] });
});

test("a changed preference shows in all entries to come, and each of them is sent once", async () => {
  await using own = newDatabase();
  await using scene = await newScene(own.db);
  const { google, nora, popups } = scene;
  const due = "2041-05-05T19:00";
  const trash = await newSeries(own.db, nora, { rule: "FREQ=WEEKLY", due, now: nowIso() });
  await saveToCalendar(own.db, nora, trash);
  await scene.save("Vet");
  await scene.save("Dentist");
  const shown = (minutes: number[]) => ({
    Vet: minutes,
    Dentist: minutes,
    "Take out the trash": minutes,
    "Take out the trash and so on": [],
  });
  expect(await popups()).toEqual(shown([twoDays]));
  const requests = google.requests.length;
  await scene.choose(true, true);
  await scene.choose(false, true);
  expect(await popups()).toEqual(shown([60]));
  expect(google.requests.length).toBe(requests + 3);
});
