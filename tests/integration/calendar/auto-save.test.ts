import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { withdrawRequest } from "#app/domain/delegation/ending/withdraw.server.ts";
import { addTasks } from "#app/domain/tasks/adding/add-task.server.ts";
import { completeTask, setDueDate } from "#app/domain/tasks/changing/task.server.ts";
import { earlierBy, laterBy, nowIso, wallClockAt } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import {
  connectUser,
  newConnectedUser,
  newTaskDue,
} from "../../support/records/google-calendar.ts";
import { newDatabase } from "../../support/records/database.ts";
import { sendRequest, newAskingFamily, answerAs } from "../../support/messages/delegation.ts";
import { newFamily } from "../../support/records/family.ts";
import { giveAccount, moveAccount } from "../../support/records/people.ts";

const switchOn = (db: Kysely<Database>, userId: string) =>
  db
    .updateTable("user_preferences")
    .set({ auto_save_to_calendar: 1 })
    .where("user_id", "=", userId)
    .execute();

/** New York's wall clock some hours from now. */
const inHours = (hours: number) =>
  wallClockAt(laterBy(nowIso(), { hours }), "America/New_York").toString().slice(0, 16);

test("auto-save adds new tasks with a future date, and no undated or past ones", async () => {
  await using own = newDatabase();
  await using scene = await newConnectedUser(own.db);
  const { nora, sender } = scene;
  await newTaskDue(own.db, nora);
  await sender.sendDue();
  expect(scene.entries()).toEqual([]);

  await switchOn(own.db, nora.userId);
  await addTasks(own.db, nora, { text: "call grandma on January 5 2041 at 3pm" }, () => undefined);
  for (const local of [null, inHours(-1)]) await newTaskDue(own.db, nora, local, "Not this one");
  const dated = await newTaskDue(own.db, nora, null, "Dated later");
  await sender.sendDue();
  expect(scene.entries()).toMatchObject([{ summary: expect.stringMatching(/call grandma/i) }]);
  await setDueDate(own.db, nora, dated, inHours(2), "America/New_York");
  await sender.sendDue();
  expect(scene.entries().map(({ summary }) => summary)).toContain("Dated later");
});

test("a deleted entry does not come back automatically", async () => {
  await using own = newDatabase();
  await using scene = await newConnectedUser(own.db);
  const { google, nora, sender } = scene;
  await switchOn(own.db, nora.userId);
  const id = await newTaskDue(own.db, nora);
  await sender.sendDue();
  google.removeEvent(nora.email, scene.entries()[0]?.id ?? "");
  for (const day of ["05", "06"]) {
    await setDueDate(own.db, nora, id, `2041-05-${day}T10:00`, "America/New_York");
    await sender.sendDue();
  }
  expect(scene.entries()).toEqual([]);
});

test("a task that passed before its entry could be sent is not saved automatically", async () => {
  await using own = newDatabase();
  await using scene = await newConnectedUser(own.db);
  const { google, nora, sender } = scene;
  await switchOn(own.db, nora.userId);
  const id = await newTaskDue(own.db, nora);
  await own.db
    .updateTable("tasks")
    .set({ due_date: earlierBy(nowIso(), { hours: 1 }) })
    .where("id", "=", id)
    .execute();
  await sender.sendDue();
  expect(await scene.ends()).toEqual(["cancelled: task_past"]);
  expect(google.requests).toEqual([]);
});

test("nothing is saved with the switch off or without a connection", async () => {
  await using own = newDatabase();
  await using scene = await newConnectedUser(own.db);
  const { nora } = scene;
  await switchOn(own.db, nora.userId);
  const stranger = await newFamily(own.db);
  await switchOn(own.db, stranger.userId);
  await newTaskDue(own.db, stranger);
  await own.db.updateTable("user_preferences").set({ google_calendar_enabled: 0 }).execute();
  await newTaskDue(own.db, nora);
  expect(await scene.ends()).toEqual([]);
});

test("a helper's own preference saves a task they accepted, for as long as they have it", async () => {
  await using own = newDatabase();
  await using scene = await newConnectedUser(own.db);
  const { google, sender } = scene;
  const maker = await newAskingFamily(own.db);
  const { userId } = await newFamily(own.db);
  const sam = { userId, email: "sam@example.com" };
  await moveAccount(own.db, userId, maker.householdId);
  await giveAccount(own.db, maker.sam, userId);
  await connectUser(own.db, google, sam, sender.outbox);
  const inSams = () => google.events(sam.email).filter(({ status }) => status === "confirmed");
  await switchOn(own.db, userId);

  const taskId = await newTaskDue(own.db, maker);
  await sender.sendDue();
  expect(inSams()).toEqual([]);
  await answerAs(own.db, await sendRequest(own.db, maker, taskId), "accept");
  await sender.sendDue();
  expect(inSams()).toMatchObject([{ summary: "Call the vet" }]);
  await withdrawRequest(own.db, maker, taskId);
  await sender.sendDue();
  expect(inSams()).toEqual([]);
  await answerAs(own.db, await sendRequest(own.db, maker, taskId), "accept");
  await completeTask(own.db, maker, taskId);
  await sender.sendDue();
  expect(inSams()).toMatchObject([{ summary: "✓ Call the vet" }]);
});
