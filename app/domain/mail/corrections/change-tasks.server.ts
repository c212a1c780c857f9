import type { Selectable, Transaction } from "kysely";
import { bit } from "#app/domain/core/bit.ts";
import { nowIso, wallClockAt } from "#app/domain/core/time.ts";
import type { ZonedViewer } from "#app/domain/core/viewer.ts";
import { deleteTask, restoreTask, setDueDate } from "#app/domain/tasks/changing/task.server.ts";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import type { Thing } from "../reading/thing.ts";
import type { EarlierTask, Match } from "./match.ts";

interface Correction {
  mailId: string;
  index: number;
  thing: Thing;
  match: Match;
  eventHash: string | null;
}

/** Moves or deletes a task of an earlier mail. Returns false if it has changed meanwhile. */
export async function correctTask(
  trx: Transaction<Database>,
  viewer: ZonedViewer,
  { mailId, index, thing, match, eventHash }: Correction,
): Promise<boolean> {
  const { id, due, hasTime } = match.task;
  const isChanged =
    match.what === "cancelled"
      ? await deleteTask(trx, viewer, id)
      : await moveTask(trx, viewer, thing, match);
  if (!isChanged) return false;
  await trx
    .insertInto("mail_tasks")
    .values({
      mail_id: mailId,
      thing: index,
      task_id: id,
      changed: match.what === "cancelled" ? "cancelled" : "moved",
      changed_at: nowIso(),
      due_before: due,
      had_time: bit(hasTime),
      event_hash: eventHash,
      sequence: thing.sequence ?? 0,
    })
    .execute();
  return true;
}

type Before = Pick<EarlierTask, "due" | "hasTime" | "timeZone">;

/**
 * Returns the new wall clock in the task's own zone. The task keeps its time if the mail gives only
 * a day.
 */
function movedTo({ due, hasTime }: Thing, task: Before): string {
  if (hasTime)
    return wallClockAt(due!.instant, task.timeZone ?? "UTC").toString({ smallestUnit: "minute" });
  return task.hasTime ? `${due!.local.slice(0, 10)}${task.due.slice(10)}` : due!.local;
}

async function moveTask(
  trx: Transaction<Database>,
  viewer: ZonedViewer,
  thing: Thing,
  { task }: Match,
): Promise<boolean> {
  const timeZone = task.timeZone ?? viewer.timeZone;
  const local = movedTo(thing, { ...task, timeZone });
  return setDueDate(trx, viewer, task.id, local, timeZone, {
    seenDue: task.due,
    is_completed: 0,
    hasTime: thing.hasTime || task.hasTime,
  });
}

type Changed = Pick<
  Selectable<Database["mail_tasks"]>,
  "task_id" | "changed" | "changed_at" | "due_before" | "had_time"
>;

/** Takes back what a mail changed, unless somebody has changed it since. */
export async function takeBackChange(
  trx: Transaction<Database>,
  viewer: ZonedViewer,
  thing: Thing,
  { task_id, changed, changed_at, due_before, had_time }: Changed,
): Promise<boolean> {
  if (changed === "cancelled") return restoreTask(trx, viewer, task_id, { isUndo: true });
  const task = await findTask(trx, viewer, task_id);
  if (!task?.due_time_zone || due_before === null || !thing.due) return false;
  const timeZone = task.due_time_zone;
  const hadTime = had_time === 1;
  return setDueDate(trx, viewer, task_id, due_before, timeZone, {
    seenDue: movedTo(thing, { due: due_before, hasTime: hadTime, timeZone }),
    undoneMove: changed_at!,
    hasTime: hadTime,
    is_completed: 0,
  });
}
