import type { Kysely, Transaction } from "kysely";
import { earlierBy } from "#app/domain/core/time.ts";
import { compileOnce } from "#db/sql/compile-once.ts";
import { inLocks, untouched } from "#db/sql/locks.ts";
import { yieldToOthers } from "#db/sql/batches.ts";
import { bumpRevisions } from "#app/domain/people/revision.server.ts";
import { findHouseholdIdsOfTasks } from "#app/domain/tasks/find-tasks.server.ts";
import {
  findPreferencesByUser,
  type Preferences,
} from "#app/domain/preferences/preferences.server.ts";
import type { Database } from "#db/schema.ts";
import {
  addDeliveries,
  type NewDelivery,
} from "#app/domain/outbox/scheduling/add-deliveries.server.ts";
import { checkpoint } from "#app/domain/outbox/checkpoints.ts";
import { firstLookAt } from "./following/next-messages.ts";
import { wantedChannels } from "#app/domain/outbox/channels/wanted-channels.ts";
import { secondsToUndo } from "./planning/plan-changes.server.ts";
import { batchSize, type DueReminder, lockInFairOrder } from "./fair-order.server.ts";

/**
 * Returns the number of due reminders.
 * @param since leaves reminders due before it for another tick
 */
export async function tickReminders(
  db: Kysely<Database>,
  now: string,
  since: string = "",
): Promise<number> {
  let count = 0;
  for (;;) {
    checkpoint("tick", "before");
    // If there are two leaders for a moment, they tick one after the other.
    const batchCount = await inLocks(db, { keys: ["reminders"] }, (trx) =>
      tickBatch(trx, { now, since }),
    );
    checkpoint("tick", "after");
    count += batchCount;
    if (batchCount < batchSize) return count;
    await yieldToOthers();
  }
}

/**
 * Records that a reminder's time passed while its task was done, deleted or without a date. Until a
 * minute later, an Undo brings it back.
 */
export async function lapseReminders(db: Kysely<Database>, now: string): Promise<number> {
  const passed = db
    .selectFrom("reminders")
    .select("id")
    .where("status", "=", "dormant")
    .where("scheduled_at", "<=", earlierBy(now, { seconds: secondsToUndo }))
    .limit(batchSize);
  const { numUpdatedRows } = await inLocks(db, {}, (trx) =>
    trx
      .updateTable("reminders")
      .set({ status: "lapsed" })
      .where("id", "in", untouched(passed))
      .executeTakeFirst(),
  );
  return Number(numUpdatedRows);
}

interface Period {
  since: string;
  now: string;
}

async function tickBatch(trx: Transaction<Database>, { since, now }: Period): Promise<number> {
  const due = await lockInFairOrder(trx, {
    name: "reminders",
    rows: trx.selectFrom("reminders").where("status", "=", "pending"),
    due: dueRemindersQuery(trx, { since, now }),
  });
  if (due.length === 0) return 0;
  const preferences = await findPreferencesByUser(
    trx,
    due.map(({ user_id }) => user_id),
  );
  const started = due.map((reminder) => start(reminder, preferences.get(reminder.user_id), now));
  await addDeliveries(
    trx,
    started.flatMap(({ deliveries }) => deliveries),
    now,
  );
  for (const [followUpAt, some] of Map.groupBy(started, (one) => one.followUpAt)) {
    const ids = some.map(({ id }) => id);
    await trx
      .updateTable("reminders")
      .set({ status: "sent", follow_up_at: followUpAt })
      .where("id", "in", ids)
      .execute();
  }
  const taskIds = due.map(({ task_id }) => task_id);
  await bumpRevisions(trx, await findHouseholdIdsOfTasks(trx, taskIds));
  return due.length;
}

export function dueRemindersQuery(db: Kysely<Database>, { since, now }: Period) {
  return db
    .selectFrom("reminders")
    .select(["id", "task_id", "user_id", "scheduled_at"])
    .where("status", "=", "pending")
    .where("scheduled_at", ">=", since)
    .where("scheduled_at", "<=", now)
    .orderBy("scheduled_at");
}

export async function findNextReminder(
  db: Kysely<Database>,
  after: string,
): Promise<string | undefined> {
  const [next] = await readNextReminder(db, after);
  return next?.scheduled_at;
}

const readNextReminder = compileOnce((db, after: string) =>
  db
    .selectFrom("reminders")
    .select("scheduled_at")
    .where("status", "=", "pending")
    .where("scheduled_at", ">", after)
    .orderBy("scheduled_at")
    .limit(1),
);

interface Started {
  id: string;
  deliveries: NewDelivery[];
  followUpAt: string | null;
}

function start(reminder: DueReminder, preferences: Preferences | undefined, now: string): Started {
  const { id, user_id: userId, scheduled_at: scheduledAt } = reminder;
  if (!preferences) return { id, deliveries: [], followUpAt: null };
  const wanted = wantedChannels(preferences);
  const followUpAt = firstLookAt(scheduledAt, preferences, now);
  // The other channels follow if it isn't seen.
  const channels = preferences.next_way_enabled && followUpAt ? wanted.slice(0, 1) : wanted;
  const reminders = channels.map((channel) => ({
    kind: "reminder" as const,
    channel,
    userId,
    subjectId: id,
    isOwn: true,
    dedupeKey: `reminder:${id}:${scheduledAt}`,
    notBefore: scheduledAt,
  }));
  return { id, deliveries: reminders, followUpAt };
}
