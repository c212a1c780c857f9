import type { Transaction } from "kysely";
import { v7 as newId } from "uuid";
import { bit } from "#app/domain/core/bit.ts";
import { wakeWorkerAt } from "#app/domain/outbox/queries/wake-worker.ts";
import { earlierBy } from "#app/domain/core/time.ts";
import type { ReminderRequest } from "#app/domain/tasks/events.server.ts";
import { findTasks } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { plannedAt } from "./planning/planned-at.server.ts";

/** Adds the reminders that new tasks ask for: "Remind me at 5 to …". */
export async function addRequestedReminders(
  trx: Transaction<Database>,
  { userId, requests }: { userId: string; requests: ReminderRequest[] },
  now: string,
): Promise<void> {
  if (requests.length === 0) return;
  const tasks = await findTasks(
    trx,
    requests.map(({ taskId }) => taskId),
  );
  const rows = requests.flatMap(({ taskId, minutesBefore, isRepeating, isOnce = false }) => {
    const {
      title,
      due_date: dueAt,
      due_local: dueLocal,
      due_time_zone: dueTimeZone,
    } = tasks.get(taskId) ?? {};
    if (!title || !dueAt || !dueLocal || !dueTimeZone) return [];
    const planned = plannedAt({ dueAt, dueLocal, dueTimeZone }, minutesBefore);
    // A due date has no seconds, so "now" is the start of this minute.
    const hasPassed = planned < earlierBy(now, { minutes: 1 });
    if (hasPassed && !isRepeating) return [];
    const status = hasPassed ? ("lapsed" as const) : ("pending" as const);
    const ids = { id: newId(), task_id: taskId, user_id: userId };
    const times = { minutes_before: minutesBefore, planned_at: planned, scheduled_at: planned };
    const repeats = bit(!isOnce);
    return [{ ...ids, origin: "custom" as const, ...times, message: title, status, repeats }];
  });
  if (rows.length > 0) await trx.insertInto("reminders").values(rows).execute();
  await wakeWorkerAt(
    trx,
    rows.map(({ scheduled_at }) => scheduled_at),
    now,
  );
}
