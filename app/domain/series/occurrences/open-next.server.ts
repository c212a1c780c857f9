import type { Transaction } from "kysely";
import { wallClockAt } from "#app/domain/core/time.ts";
import { copyReminders } from "#app/domain/reminders/occurrence-reminders.server.ts";
import { addOccurrence, reviveOccurrence } from "#app/domain/tasks/changing/occurrence.server.ts";
import type { Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { firstOutside } from "#app/domain/tasks/recurrence/dates.server.ts";
import { dateAfterDone } from "#app/domain/tasks/recurrence/schedule.server.ts";
import { nextTurn, turnColumns } from "../turns/turns.server.ts";
import { datesFrom, missedAt, nextOn, type Occurrence, scheduleOf, type Series } from "./series.server.ts";

interface Closed {
  series: Series;
  /** Its task is closed. */
  occurrence: Occurrence;
  task: Task;
}

/**
 * Makes the occurrence after a closed one. Returns the ids of its task for the caller to announce: none if the closed one
 * was the last.
 * @param missed in a row, up to the closed one
 */
export async function openNext(
  trx: Transaction<Database>,
  { series, occurrence, task }: Closed,
  { missed, now }: { missed: number; now: string },
): Promise<string[]> {
  const next = findNext(series, occurrence, task, now);
  if (!next) return [];
  const { title, category, description, time_zone: timeZone, local_time } = series;
  const local = `${next.on}T${local_time}`;
  const key = { series_id: series.id, number: occurrence.number + 1 };
  const turn = await nextTurn(trx, series, { number: key.number, on: next.on });
  const assignee = turn === undefined ? series.assignee : (turn?.name ?? null);
  const turn_user_id = turn?.userId ?? null;
  const content = { title, category, description, assignee, turn_user_id, local, timeZone };
  const takenBack = await findOccurrence(trx, key);
  const version = takenBack?.task_id ? await reviveOccurrence(trx, takenBack.task_id, content) : undefined;
  const taskId = version === undefined ? await addOccurrence(trx, task, content, now) : takenBack!.task_id!;
  const values = {
    occurs_on: next.on,
    task_id: taskId,
    task_version: version ?? 1,
    state: "open" as const,
    missed_before: missed === 0 ? 0 : missed + next.passed,
    ...turnColumns(turn),
  };
  await trx
    .insertInto("series_occurrences")
    .values({ ...key, ...values })
    .onConflict((conflict) => conflict.columns(["series_id", "number"]).doUpdateSet(values))
    .execute();
  await copyReminders(trx, task.id, taskId);
  return [taskId];
}

/** The next date that is not itself missed by now, and how many before it are. */
function findNext(series: Series, occurrence: Occurrence, task: Task, now: string) {
  if (series.ended_at !== null) return null;
  const schedule = scheduleOf(series);
  const todayOn = wallClockAt(now, series.time_zone).toPlainDate();
  if (schedule.type === "completion") {
    const today = todayOn.toString();
    const dueOn = task.due_local?.slice(0, 10) ?? today;
    // One that was skipped early still has its time.
    const from = !task.is_completed && dueOn > today ? dueOn : today;
    return { on: firstOutside(dateAfterDone(schedule, from), series.paused), passed: 0 };
  }
  const first = nextOn(series, occurrence, task.due_local);
  // Of those before today, all but the last are missed, however many there are.
  const before = first ? datesFrom(series, first, todayOn.subtract({ days: 1 }).toString()) : [];
  let on = before.at(-1) ?? first;
  for (let passed = Math.max(before.length - 1, 0); on; passed += 1) {
    const after = nextOn(series, { occurs_on: on }, null);
    const missed = missedAt(series, `${on}T${series.local_time}`, after);
    if (!after || !missed || missed > now) return { on, passed };
    on = after;
  }
  return null;
}

async function findOccurrence(trx: Transaction<Database>, key: { series_id: string; number: number }) {
  return trx
    .selectFrom("series_occurrences")
    .select("task_id")
    .where("series_id", "=", key.series_id)
    .where("number", "=", key.number)
    .executeTakeFirst();
}
