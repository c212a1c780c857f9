import { expect, test } from "vitest";
import { writeRequestFile } from "#app/domain/delegation/views/request-page.server.ts";
import { writeCalendar } from "#app/domain/calendar/files/calendar-file.server.ts";
import { toCalendarEvent } from "#app/domain/calendar/files/calendar-event.ts";
import { findTaskFile } from "#app/domain/calendar/files/task-file.server.ts";
import { withdrawRequest } from "#app/domain/delegation/ending/withdraw.server.ts";
import { delegationLink } from "#app/domain/core/links.server.ts";
import { addReminder } from "#app/domain/reminders/add-reminder.server.ts";
import { completeTask, deleteTask } from "#app/domain/tasks/changing/task.server.ts";
import { loader as requestLoader } from "#app/routes/delegations/calendar-file.ts";
import { loader as feedLoader } from "#app/routes/calendar-feed/feed.ts";
import { loader as taskLoader } from "#app/routes/tasks/calendar/file.ts";
import { readSecrets } from "#app/config/secrets.server.ts";
import { datedTask, feedPath, readEvents } from "../../support/messages/calendar.ts";
import { newDatabase } from "../../support/records/database.ts";
import {
  sendRequest,
  newAskingFamily,
  newTask,
  answerAs,
} from "../../support/messages/delegation.ts";
import { routeArgs } from "../../support/text/route.ts";

test("a task's calendar file has the same entry as the feed", async () => {
  await using own = newDatabase();
  const nora = await newAskingFamily(own.db);
  const id = await datedTask(own.db, nora, "2031-06-10T15:00");
  await addReminder(own.db, nora, id, { minutesBefore: 60 });
  const file = await taskLoader(
    await routeArgs(own.db, { path: "/", userId: nora.userId, params: { id } }),
  );
  expect(file.headers.get("Content-Type")).toBe("text/calendar; charset=utf-8");
  expect(file.headers.get("Content-Disposition")).toBe('attachment; filename="mila.ics"');
  const [, token = ""] = /\/calendar\/(.+)\.ics$/.exec(await feedPath(own.db, nora.userId)) ?? [];
  const feed = await feedLoader(await routeArgs(own.db, { path: "/", params: { token } }));
  const { dtstamp: _, "last-modified": __, ...kept } = readEvents(await file.text())[0] ?? {};
  expect(readEvents(await feed.text())).toMatchObject([kept]);
  expect(kept).toMatchObject({ uid: id, alarms: [{ seconds: -172_800 }, { seconds: -3_600 }] });
});

test("an undated task asks for a date, and a deleted or foreign one is not found", async () => {
  await using own = newDatabase();
  const [nora, stranger] = [await newAskingFamily(own.db), await newAskingFamily(own.db)];
  const id = await datedTask(own.db, nora, "");
  const undated = await taskLoader(
    await routeArgs(own.db, { path: "/", userId: nora.userId, params: { id } }),
  );
  expect([undated.status, undated.headers.get("Location")]).toEqual([303, `/tasks/${id}/date`]);
  const dated = await datedTask(own.db, nora, "2031-06-10T15:00");
  expect(await findTaskFile(own.db, stranger, dated, null)).toBeUndefined();
  await deleteTask(own.db, nora, dated);
  expect(await findTaskFile(own.db, nora, dated, null)).toBeUndefined();
});

test("a helper gets the same entry while the task is theirs, linking to their answer page", async () => {
  await using own = newDatabase();
  const nora = await newAskingFamily(own.db);
  const taskId = await newTask(own.db, nora);
  await addReminder(own.db, nora, taskId, { minutesBefore: 60 });
  const id = await sendRequest(own.db, nora, taskId, nora.sam, "link");
  const url = "https://mila.example.com/delegations/x";
  const read = async () => {
    const file = await writeRequestFile(own.db, id, url);
    return file === undefined ? undefined : readEvents(file);
  };
  // Nora's reminders are her own.
  expect(await read()).toMatchObject([{ uid: taskId, url, description: url, alarms: [] }]);
  await answerAs(own.db, id, "accept");
  expect(await read()).toMatchObject([{ uid: taskId, summary: "Pick up Emma" }]);
  await completeTask(own.db, nora, taskId);
  expect(await read()).toBeUndefined();
});

test("a withdrawn, declined or unknown request has no calendar file", async () => {
  await using own = newDatabase();
  const nora = await newAskingFamily(own.db);
  const open = async (id: string) => {
    const { linkKey, origin } = { linkKey: readSecrets().link, origin: "" };
    const [, token = ""] =
      /\/delegations\/(.+)$/.exec(delegationLink({ origin, linkKey }, { id, version: 1 })) ?? [];
    const args = await routeArgs(own.db, { path: "/", params: { token } });
    return requestLoader(args).then(
      ({ status }) => status,
      (thrown: Response | { init: { status: number } }) =>
        thrown instanceof Response ? thrown.status : thrown.init.status,
    );
  };
  const taken = await sendRequest(own.db, nora, await newTask(own.db, nora), nora.sam, "link");
  expect(await open(taken)).toBe(200);
  const { task_id } = await own.db
    .selectFrom("delegations")
    .select("task_id")
    .executeTakeFirstOrThrow();
  await withdrawRequest(own.db, nora, task_id);
  expect(await open(taken)).toBe(404);
  const refused = await sendRequest(own.db, nora, await newTask(own.db, nora), nora.sam, "link");
  await answerAs(own.db, refused, "decline");
  expect(await open(refused)).toBe(404);
  expect(await open(task_id)).toBe(404);
});

test("a snoozed alarm may ring after the start", async () => {
  const at = "2031-06-10T19:00:00.000Z";
  const task = {
    id: "1",
    title: "Call",
    description: null,
    category: "Kids",
    due_date: at,
    version: 1,
  } as const;
  const state = { is_completed: 0, created_at: at, deleted_at: null } as const;
  const remindersAt = ["2031-06-10T18:59:30.000Z", "2031-06-10T19:30:00.000Z"];
  const entry = toCalendarEvent(
    { ...task, ...state },
    { uid: undefined, changedAt: at, url: null, remindersAt },
  );
  const [read] = readEvents(await writeCalendar([entry]));
  expect(read?.alarms).toMatchObject([{ seconds: -30 }, { seconds: 1_800 }]);
});
