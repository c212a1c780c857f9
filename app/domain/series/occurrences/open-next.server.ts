import type { Transaction } from "kysely";
import { wallClockAt } from "#app/domain/core/time.ts";
import { planRemindersAhead } from "#app/domain/reminders/planning/reminders-ahead.server.ts";
import { addOccurrence, reviveOccurrence } from "#app/domain/tasks/changing/occurrence.server.ts";
import { tasksAdded } from "#app/domain/tasks/events.server.ts";
import { copyChecklist } from "#app/domain/tasks/checklist/copy-checklist.server.ts";
import type { Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { firstOutside } from "#app/domain/recurrence/dates.server.ts";
import { dateAfterDone } from "#app/domain/recurrence/schedule.server.ts";
import { nextTurn } from "../turns/turns.server.ts";
import { orderOccurrences } from "./order.server.ts";
import { yesToAllContinued } from "../events.server.ts";
import { contentOf, doerOf, listAhead, sinceOf, withoutYes } from "./plan-ahead.server.ts";
import {
  dateOn,
  datesFrom,
  missedAt,
  nextOn,
  type Occurrence,
  scheduleOf,
  type Series,
} from "./series.server.ts";

interface Closed {
  series: Series;
  /** The occurrence whose task was closed. */
  occurrence: Occurrence;
  task: Task;
}

/**
 * Opens the occurrence after a closed one. Returns the ids of its task for the caller to announce:
 * none if the closed one was the last.
 * @param missed how many in a row, up to the closed one; 0 if it was done or skipped
 */
export async function openNext(
  trx: Transaction<Database>,
  { series, occurrence, task }: Closed,
  { missed, now }: { missed: number; now: string },
): Promise<string[]> {
  const next = findNext({ series, occurrence, task }, { isMissed: missed > 0, now });
  if (!next) return [];
  const date = dateOn(series, next.on);
  const key = { series_id: series.id, number: occurrence.number + 1 };
  const turn = await nextTurn(trx, series, { number: key.number, on: next.on });
  const content = { ...contentOf(series), ...doerOf(series, turn), ...date };
  const known = await takeFromAhead(trx, series, { number: key.number, on: next.on });
  const version = known ? await reviveOccurrence(trx, known, content) : undefined;
  const taskId =
    known && version !== undefined ? known : await addOccurrence(trx, task, content, now);
  await copyChecklist(trx, { from: task, to: taskId });
  const values = {
    occurs_on: next.planned,
    task_id: taskId,
    task_version: version ?? 1,
    state: "open" as const,
    missed_before: missed === 0 ? 0 : missed + next.passed,
    turn_person_id: turn?.id ?? null,
  };
  await trx
    .insertInto("series_occurrences")
    .values({ ...key, household_id: series.household_id, ...values })
    .onConflict((conflict) => conflict.columns(["series_id", "number"]).doUpdateSet(values))
    .execute();
  // A series that counts from completion has no date before that.
  const since = series.counts_from === "due" ? sinceOf(series, now) : now;
  const dates = [{ taskId, preferencesAfter: task.due_date ?? "" }];
  await planRemindersAhead(trx, { from: task.id, dates, since });
  const { yes_person_id: personId } = series;
  if (personId !== null) {
    const { assignee_id, assignee_name } = withoutYes(series, turn);
    await yesToAllContinued.announce(
      trx,
      { taskId, personId, otherwise: { assignee_id, assignee_name } },
      now,
    );
  }
  await tasksAdded.announce(trx, { taskIds: [taskId] }, now);
  return [taskId];
}

/**
 * After a missed occurrence, returns the next date that is not itself missed by now, and the number
 * of missed ones before it. After one that was done or skipped, returns the next date from today
 * on, however late it was. `planned` is the date without a pause, if the series counts from
 * completion.
 */
function findNext(
  { series, occurrence, task }: Closed,
  { isMissed, now }: { isMissed: boolean; now: string },
) {
  if (series.ended_at !== null) return null;
  const schedule = scheduleOf(series);
  const todayOn = wallClockAt(now, series.time_zone).toPlainDate();
  if (schedule.type === "completion") {
    const today = todayOn.toString();
    const after = dateAfterDone(schedule, closedOn({ series, task }, today));
    // It may have been done before that date, on a device without a connection.
    const planned = after > today ? after : today;
    return { on: firstOutside(planned, series.paused), planned, passed: 0 };
  }
  const first = nextOn(series, occurrence, task.due_local);
  const yesterday = todayOn.subtract({ days: 1 }).toString();
  if (!isMissed) {
    const on = first && first <= yesterday ? nextOn(series, { occurs_on: yesterday }, null) : first;
    return on && { on, planned: on, passed: 0 };
  }
  // All dates before today but the last are missed, however many there are.
  const before = first ? datesFrom(series, first, yesterday) : [];
  let on = before.at(-1) ?? first;
  for (let passed = Math.max(before.length - 1, 0); on; passed += 1) {
    const after = nextOn(series, { occurs_on: on }, null);
    const missed = missedAt(series, `${on}T${series.local_time}`, after);
    if (!after || !missed || missed > now) return { on, planned: on, passed };
    on = after;
  }
  return null;
}

/**
 * Returns the day on which it was done or skipped. An occurrence that was skipped early keeps its
 * time.
 */
function closedOn({ series, task }: Pick<Closed, "series" | "task">, today: string): string {
  if (task.is_completed && task.done_at)
    return wallClockAt(task.done_at, series.time_zone).toPlainDate().toString();
  const dueOn = task.due_local?.slice(0, 10) ?? today;
  return dueOn > today ? dueOn : today;
}

/**
 * Uses the occurrence ahead that has the date, or else one that was reverted, under this number.
 * Returns its task.
 */
async function takeFromAhead(
  trx: Transaction<Database>,
  series: Series,
  { number, on }: { number: number; on: string },
): Promise<string | undefined> {
  const ahead = await listAhead(trx, series.id);
  const chosen =
    ahead.find(({ occurs_on }) => occurs_on === on) ??
    (series.counts_from === "done" ? ahead[0] : undefined);
  if (ahead.length === 0) return undefined;
  const others = ahead.filter((one) => one !== chosen);
  if (chosen) await orderOccurrences(trx, [chosen, ...others], number);
  else await orderOccurrences(trx, others, number + 1);
  return chosen?.task_id ?? undefined;
}
