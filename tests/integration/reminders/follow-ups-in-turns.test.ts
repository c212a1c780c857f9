import { expect, test } from "vitest";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import { sharedMila } from "../../support/product/shared-mila.ts";
import { seedReminders } from "../../faults/reminders.ts";

const theirs = 3_000;

test("another's follow-ups and summaries don't wait for those of a household with thousands", async () => {
  await using mila = await sharedMila();
  const { db } = mila;
  const { reminderIds: crowd } = await seedReminders(db, theirs, {
    eachPerson: theirs,
    isByEmail: () => true,
  });
  const shape = { first: 5_000, isByEmail: () => true };
  const { reminderIds: own, people } = await seedReminders(db, 1, shape);
  const [userId, ownId] = [people[0]!.userId, own[0]!];
  const scheduled_at = earlierBy(nowIso(), { minutes: 12 });
  await db.transaction().execute(async (trx) => {
    await trx.updateTable("user_preferences").set({ next_way_enabled: 1 }).execute();
    const reminders = trx.updateTable("reminders");
    const sent = { status: "sent", scheduled_at, planned_at: scheduled_at } as const;
    await reminders.set({ ...sent, follow_up_at: earlierBy(nowIso(), { minutes: 2 }) }).execute();
    await reminders.set({ follow_up_at: nowIso() }).where("id", "=", ownId).execute();
    const summary = { daily_summary_enabled: 1, next_daily_summary_at: nowIso() } as const;
    await trx.updateTable("user_preferences").set(summary).where("user_id", "=", userId).execute();
  });
  const made = () =>
    db.selectFrom("deliveries").select(["id", "subject_id", "user_id", "kind"]).orderBy("id");
  await expect
    .poll(async () => (await made().execute()).length, { timeout: 60_000 })
    .toBe(theirs + 2);
  const inOrder = await made().execute();
  const place = (isIt: (one: (typeof inOrder)[number]) => boolean) => inOrder.findIndex(isIt);
  expect(place(({ subject_id }) => subject_id === ownId)).toBeLessThan(500);
  expect(place(({ kind }) => kind === "daily_summary")).toBeLessThan(500);
  expect(new Set(inOrder.map(({ subject_id }) => subject_id)).size).toBe(crowd.length + 2);
}, 90_000);
