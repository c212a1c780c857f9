import type { Transaction } from "kysely";
import { idList } from "#db/sql/values.ts";
import { findTasks } from "#app/domain/tasks/find-tasks.server.ts";
import { isTimeZone } from "#app/domain/core/time.ts";
import { announceTaskChange } from "#app/domain/tasks/events.server.ts";
import type { Database } from "#db/schema.ts";
import { minutesPerDay, plannedAt } from "./planned-at.server.ts";

/** New clock rules can move reminders that are whole days before, even if the due date stays. */
export async function replanReminders(
  trx: Transaction<Database>,
  { taskIds }: { taskIds: string[] },
  now: string,
): Promise<void> {
  const reminders = await trx
    .selectFrom("reminders")
    .select(["task_id", "minutes_before", "planned_at"])
    .where("task_id", "in", idList(taskIds))
    .where("status", "=", "pending")
    .where("minutes_before", ">", 0)
    .where((eb) => eb(eb("minutes_before", "%", minutesPerDay), "=", 0))
    .execute();
  const tasks = await findTasks(
    trx,
    reminders.map(({ task_id }) => task_id),
  );
  const moved = reminders.filter(({ task_id, minutes_before, planned_at }) => {
    const {
      due_date: dueAt,
      due_local: dueLocal,
      due_time_zone: dueTimeZone,
    } = tasks.get(task_id) ?? {};
    if (!dueAt || !dueLocal || !dueTimeZone || !isTimeZone(dueTimeZone)) return false;
    return plannedAt({ dueAt, dueLocal, dueTimeZone }, minutes_before) !== planned_at;
  });
  const movedTaskIds = moved.map(({ task_id }) => task_id);
  await announceTaskChange(trx, [...new Set(movedTaskIds)], now);
}
