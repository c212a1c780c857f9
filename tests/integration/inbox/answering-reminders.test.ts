import type { Kysely } from "kysely";
import { v7 as newId } from "uuid";
import { expect, test } from "vitest";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import type { Database, MessageKind } from "#db/schema.ts";
import { newDatabase } from "../../support/records/database.ts";
import { addDueReminder } from "../../support/messages/deliveries.ts";
import { newTalkingFamily, talk } from "../../support/messages/talk.ts";

test.concurrent("DONE and SNOOZE answer the last reminder that went out there", async () => {
  await using own = newDatabase();
  const nora = await newTalkingFamily(own.db);
  expect(await talk(own.db, "DONE")).toBe(
    "Mila: I haven't sent you a reminder here in the last two days.",
  );
  const now = nowIso();
  await talk(own.db, "Call the vet in 3 days at 3pm");
  const { id: taskId } = await own.db.selectFrom("tasks").select("id").executeTakeFirstOrThrow();
  await own.db
    .updateTable("reminders")
    .set({ status: "sent", planned_at: now, scheduled_at: now })
    .execute();
  const reminder = await own.db.selectFrom("reminders").select("id").executeTakeFirstOrThrow();
  const delivery = {
    id: newId(),
    kind: "reminder",
    channel: "sms",
    user_id: nora.userId,
    is_own: 1,
  } as const;
  const times = { due_at: now, not_before: now, created_at: now, claimed_at: now };
  await own.db
    .insertInto("deliveries")
    .values({
      ...delivery,
      ...times,
      subject_id: reminder.id,
      state: "sent",
      cause: "reminder:1",
      dedupe_key: "reminder:1:sms",
    })
    .execute();

  expect(await talk(own.db, "done!", { channel: "whatsapp" })).toContain(
    "I haven't sent you a reminder here",
  );
  expect(await talk(own.db, "Done!")).toBe("Mila: Done: Call the vet. Reply UNDO to take it back.");
  const isCompleted = async () =>
    (
      await own.db
        .selectFrom("tasks")
        .select("is_completed")
        .where("id", "=", taskId)
        .executeTakeFirstOrThrow()
    ).is_completed;
  expect(await isCompleted()).toBe(1);
  expect(await talk(own.db, "undo")).toBe("Mila: Open again: Call the vet.");
  expect(await isCompleted()).toBe(0);

  await own.db
    .updateTable("reminders")
    .set({ status: "sent", planned_at: now, scheduled_at: now })
    .execute();
  expect(await talk(own.db, "snooze")).toBe(
    "Mila: I'll remind you again in an hour: Call the vet.",
  );
  const { scheduled_at } = await own.db
    .selectFrom("reminders")
    .select("scheduled_at")
    .executeTakeFirstOrThrow();
  expect(scheduled_at > laterBy(now, { minutes: 59 })).toBe(true);
  expect(await talk(own.db, "snooze")).toBe(
    "Mila: Nothing changed, this reminder is over: Call the vet.",
  );
});

/** A message that the user got by SMS. */
async function addSent(
  db: Kysely<Database>,
  userId: string,
  kind: MessageKind,
  subject_id: string,
): Promise<string> {
  const [id, now] = [newId(), nowIso()];
  const keys = {
    id,
    kind,
    channel: "sms",
    user_id: userId,
    subject_id,
    cause: id,
    dedupe_key: id,
  } as const;
  const times = { due_at: now, not_before: now, created_at: now, claimed_at: now };
  await db
    .insertInto("deliveries")
    .values({ ...keys, ...times, is_own: 1, state: "sent" })
    .execute();
  return id;
}

test.concurrent("DONE answers a reminder that came again", async () => {
  await using own = newDatabase();
  const nora = await newTalkingFamily(own.db);
  const { taskId, reminderId } = await addDueReminder(own.db, nora, { channel: "push" });
  const again = await addSent(own.db, nora.userId, "reminder_again", reminderId);
  const { scheduled_at: scheduledAt } = await own.db
    .selectFrom("reminders")
    .select("scheduled_at")
    .executeTakeFirstOrThrow();
  const payload = JSON.stringify({ scheduledAt, round: 1 });
  await own.db.updateTable("deliveries").set({ payload }).where("id", "=", again).execute();
  expect(await talk(own.db, "DONE")).toContain("Mila: Done: ");
  const task = own.db.selectFrom("tasks").select("is_completed").where("id", "=", taskId);
  expect(await task.executeTakeFirst()).toEqual({ is_completed: 1 });
});

test.concurrent("DONE after several late reminders completes none, not even an earlier one", async () => {
  await using own = newDatabase();
  const nora = await newTalkingFamily(own.db);
  const before = await addDueReminder(own.db, nora, { channel: "push" });
  await addSent(own.db, nora.userId, "reminder", before.reminderId);
  const parts = [
    await addDueReminder(own.db, nora),
    await addDueReminder(own.db, nora, { title: "Feed the cat" }),
  ];
  const merged_into = await addSent(own.db, nora.userId, "late_reminders", nowIso());
  const ids = parts.map(({ reminderId }) => reminderId);
  await own.db
    .updateTable("deliveries")
    .set({ state: "merged", merged_into })
    .where("subject_id", "in", ids)
    .execute();
  expect(await talk(own.db, "DONE")).toBe(
    "Mila: Which one? Reply DONE and its name: Call the vet; Feed the cat.",
  );
  const done = own.db.selectFrom("tasks").select("id").where("is_completed", "=", 1);
  expect(await done.execute()).toEqual([]);
});
