import { messageTypes } from "#app/domain/wiring/product.server.ts";
import type { Kysely } from "kysely";
import { expect, test } from "vitest";
import { changeEmail } from "#app/domain/accounts/email/change-email.server.ts";
import { saveToCalendar } from "#app/domain/calendar/entries/save-entry.server.ts";
import { mergeLateMessages } from "#app/domain/outbox/scheduling/merge-late.server.ts";
import { sweep } from "#app/domain/outbox/recovery/sweep.server.ts";
import { sendTest } from "#app/domain/preferences/send-test.server.ts";
import { addFamilyMember } from "#app/domain/people/family/change-family.server.ts";
import { deleteTask, setDueDate } from "#app/domain/tasks/changing/task.server.ts";
import { earlierBy, laterBy, nowIso } from "#app/domain/core/time.ts";
import type { Database, MessageKind } from "#db/schema.ts";
import { newDatabase } from "../../support/records/database.ts";
import {
  sendRequest,
  type AskingFamily,
  newAskingFamily,
  newTask,
  answerAs,
} from "../../support/messages/delegation.ts";
import { addDueReminder, newSender } from "../../support/messages/deliveries.ts";
import { newConnectedUser, newTaskDue } from "../../support/records/google-calendar.ts";

const ipAddress = "203.0.113.1";

type Db = Kysely<Database>;

const dan = { name: "Dan", relation: "spouse", phone: null, email: "dan@example.com" } as const;

const waiting: [MessageKind, number, (db: Db, nora: AskingFamily) => Promise<unknown>][] = [
  ["test", 1, (db, { userId }) => sendTest(db, userId, "sms")],
  ["delegation_request", 24, async (db, nora) => sendRequest(db, nora, await newTask(db, nora))],
  [
    "delegation_answer",
    7 * 24,
    async (db, nora) =>
      answerAs(
        db,
        await sendRequest(db, nora, await newTask(db, nora), nora.sam, "link"),
        "accept",
      ),
  ],
  [
    "late_reminders",
    3 * 24,
    async (db, nora) => {
      await addDueReminder(db, nora, { dueAt: earlierBy(nowIso(), { hours: 1 }) });
      await mergeLateMessages(db, messageTypes, nowIso());
    },
  ],
  ["welcome", 7 * 24, (db, nora) => addFamilyMember(db, nora, dan)],
  [
    "email_changed",
    7 * 24,
    (db, { userId }) => changeEmail(db, { userId, email: "new@example.com", ipAddress }, true),
  ],
];

test.for(waiting)("a waiting delivery expires: a %s after %i hours", async ([kind, hours, add]) => {
  await using own = newDatabase();
  await add(own.db, await newAskingFamily(own.db));
  const { outbox, providers } = newSender(own.db, {});
  const after = async (minutes: number) => {
    await sweep(own.db, outbox, providers, laterBy(nowIso(), { minutes }));
    return own.db.selectFrom("deliveries").select("state").where("kind", "=", kind).execute();
  };
  expect(await after(hours * 60 - 1)).toEqual([{ state: "ready" }]);
  expect(await after(hours * 60 + 1)).toEqual([{ state: "expired" }]);
});

test("a calendar entry waits until its task is due, and a removal for a few days", async () => {
  await using own = newDatabase();
  await using scene = await newConnectedUser(own.db);
  const { nora, sender } = scene;
  const due = "2041-05-04T19:00:00.000Z";
  const id = await newTaskDue(own.db, nora);
  await saveToCalendar(own.db, nora, id);
  const sweepAt = async (now: string) => {
    await sweep(own.db, sender.outbox, sender.providers, now);
    return (await scene.ends()).at(-1);
  };
  expect(await sweepAt(earlierBy(due, { minutes: 1 }))).toBe("ready");
  await setDueDate(own.db, nora, id, "2041-05-05T15:00", "America/New_York");
  expect(await sweepAt(laterBy(due, { minutes: 1 }))).toBe("ready");
  await sender.sendDue();
  expect(scene.entries()).toHaveLength(1);
  await setDueDate(own.db, nora, id, "2041-05-04T15:00", "America/New_York");
  expect(await sweepAt(laterBy(due, { minutes: 1 }))).toBe("expired");
  await own.db
    .updateTable("tasks")
    .set({ due_date: earlierBy(nowIso(), { hours: 1 }) })
    .execute();
  await deleteTask(own.db, nora, id);
  expect(await sweepAt(laterBy(nowIso(), { hours: 71 }))).toBe("ready");
  expect(await sweepAt(laterBy(nowIso(), { hours: 73 }))).toBe("expired");
});
