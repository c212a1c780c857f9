import type { Transaction } from "kysely";
import { announceTaskChange, ChangeRefused } from "#app/domain/tasks/events.server.ts";
import { findTasks, type Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { parseRule } from "#app/domain/recurrence/rule.ts";
import { completeAhead } from "./complete-ahead.server.ts";
import { completeMissed, missAgain } from "./late-done.server.ts";
import { openNext } from "./open-next.server.ts";
import { planAhead } from "./plan-ahead.server.ts";
import { reopen } from "./reopen.server.ts";
import { findDoer, keptTurn } from "../turns/kept-turn.server.ts";
import { findOccurrences, type Occurrence, type Series } from "./series.server.ts";
import { timesOf, updateOccurrence } from "./update-occurrence.server.ts";

/** Updates series after any change to their tasks. */
export async function syncSeries(
  trx: Transaction<Database>,
  { taskIds }: { taskIds: string[] },
  now: string,
): Promise<void> {
  const found = await findOccurrences(trx, taskIds);
  if (found.length === 0) return;
  const tasks = await findTasks(trx, taskIds);
  for (const { occurrence, series } of found) {
    const task = tasks.get(occurrence.task_id ?? "");
    if (!task) continue;
    if (occurrence.state === "open") await syncOpen(trx, { occurrence, series, task }, now);
    else if (occurrence.state === "ahead") await syncAhead(trx, { occurrence, series, task }, now);
    else await syncClosed(trx, { occurrence, series, task }, now);
  }
}

async function syncClosed(
  trx: Transaction<Database>,
  { series, occurrence, task }: Synced,
  now: string,
): Promise<void> {
  const { state } = occurrence;
  if (state === "missed" && task.is_completed) await completeMissed(trx, occurrence, task);
  else if (state === "done" && task.was_missed && !task.is_completed)
    await missAgain(trx, occurrence, now);
  else if (!task.is_completed && !task.deleted_at)
    await reopen(trx, { occurrence, series, task }, now);
}

interface Synced {
  series: Series;
  occurrence: Occurrence;
  task: Task;
}

async function syncOpen(
  trx: Transaction<Database>,
  { series, occurrence, task }: Synced,
  now: string,
): Promise<void> {
  const turn_person_id = keptTurn(occurrence, task);
  if (!task.is_completed) {
    const times = timesOf(series, occurrence, task);
    await updateOccurrence(trx, occurrence, { ...times, turn_person_id });
    await planAhead(trx, { series, occurrence, task }, now);
    return;
  }
  await updateOccurrence(trx, occurrence, {
    state: "done",
    missed_at: null,
    closed_at: task.done_at,
    turn_person_id,
    done_by: await findDoer(trx, task, turn_person_id),
  });
  // A task without a date does not repeat: clearing a misread date also ends a misread repetition.
  const isLast = task.deleted_at || !task.due_local || parseRule(series.rule).status === "refused";
  const next = isLast ? [] : await openNext(trx, { series, occurrence, task }, { missed: 0, now });
  if (next.length > 0) await announceTaskChange(trx, next, now);
  else await planAhead(trx, { series, occurrence, task }, now);
}

/**
 * Handles a date that was completed before it was open, by a button on its reminder.
 * @throws ChangeRefused if it was restored
 */
async function syncAhead(
  trx: Transaction<Database>,
  { series, occurrence, task }: Synced,
  now: string,
): Promise<void> {
  if (task.is_completed) await completeAhead(trx, { series, occurrence, task }, now);
  else if (!task.deleted_at) throw new ChangeRefused("The one before it is open");
}
