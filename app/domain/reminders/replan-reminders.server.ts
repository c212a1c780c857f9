import type { Transaction } from "kysely";
import { isTimeZone } from "#app/domain/core/time.ts";
import { announceTaskChange } from "#app/domain/tasks/events.server.ts";
import type { Database } from "#db/schema.ts";
import { minutesADay, plannedAt } from "./planned-at.server.ts";

/**
 * Moves reminders of whole days before: where clocks follow new rules, theirs may differ from the due date's. All others
 * are as far from their date as they were.
 */
export async function replanReminders(
  trx: Transaction<Database>,
  { taskIds }: { taskIds: string[] },
  now: string,
): Promise<void> {
  const reminders = await trx
    .selectFrom("reminders")
    .innerJoin("tasks", "tasks.id", "reminders.task_id")
    .select(["task_id", "minutes_before", "planned_at", "due_date", "due_local", "due_time_zone"])
    .where("task_id", "in", taskIds)
    .where("reminders.status", "=", "pending")
    .where("minutes_before", ">", 0)
    .where((eb) => eb(eb("minutes_before", "%", minutesADay), "=", 0))
    .execute();
  const moved = reminders.flatMap(({ task_id, minutes_before, planned_at, due_date, due_local, due_time_zone }) => {
    if (!due_date || !due_local || !due_time_zone || !isTimeZone(due_time_zone)) return [];
    const planned = plannedAt({ dueAt: due_date, dueLocal: due_local, dueTimeZone: due_time_zone }, minutes_before);
    return planned === planned_at ? [] : [task_id];
  });
  await announceTaskChange(trx, [...new Set(moved)], now);
}
