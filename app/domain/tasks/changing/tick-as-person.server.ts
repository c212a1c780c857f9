import type { Kysely } from "kysely";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import {
  announceTaskChange,
  ChangeRefused,
  taskBroughtBack,
  taskCompleted,
} from "../events.server.ts";
import { doneFor } from "../due/done-for.ts";
import { findTask, findTaskOrDeleted } from "../find-tasks.server.ts";
import { doneColumns } from "./task.server.ts";
import { inHousehold } from "#app/domain/people/household/in-household.server.ts";

/** A person who ticks tasks without an account. */
export interface PersonAtWork {
  personId: string;
  householdId: string;
}

/** Says why nothing changed, or "ticked"; "Done for Tuesday" if its series went past the task. */
export type Ticked =
  | "ticked"
  | "done"
  | "not_yours"
  | "gone"
  | "moved"
  | "too_early"
  | { doneFor: string };

/**
 * Completes a task that the person does, and no other. A late tick counts for the task's own date.
 * @param seenDue the wall clock on the person's page, empty without a date
 */
export async function tickAsPerson(
  db: Kysely<Database>,
  { personId, householdId }: PersonAtWork,
  { taskId, seenDue }: { taskId: string; seenDue: string },
): Promise<Ticked> {
  const now = nowIso();
  const tick = inHousehold(db, { householdId }, async (trx): Promise<Ticked> => {
    const task = await findTaskOrDeleted(trx, { householdId }, taskId);
    if (!task || (task.deleted_at && !task.was_missed)) return "gone";
    if (task.assignee_id !== personId) return "not_yours";
    if (task.is_completed) return "done";
    if ((task.due_local ?? "") !== seenDue) return "moved";
    const by = { marked_by: null, marked_person: personId };
    await trx
      .updateTable("tasks")
      .set(({ eb }) => ({
        ...doneColumns(task),
        ...by,
        marked_as: "completed",
        marked_at: now,
        version: eb("version", "+", 1),
      }))
      .where("id", "=", taskId)
      .execute();
    await taskCompleted.announce(trx, { taskId, by: null, personId, as: "completed" }, now);
    await announceTaskChange(trx, [taskId]);
    const late = doneFor(task, now);
    return late ? { doneFor: late } : "ticked";
  });
  return tick.catch((error: unknown) => {
    if (error instanceof ChangeRefused) return "too_early";
    throw error;
  });
}

/**
 * Takes back the person's own tick, after which a task that was ticked late is missed again.
 * Returns false if something has happened since.
 */
export async function untickAsPerson(
  db: Kysely<Database>,
  { personId, householdId }: PersonAtWork,
  taskId: string,
): Promise<boolean> {
  const now = nowIso();
  const untick = inHousehold(db, { householdId }, async (trx) => {
    const task = await findTask(trx, { householdId }, taskId);
    const { numUpdatedRows } = await trx
      .updateTable("tasks")
      .set(({ eb }) => ({
        is_completed: 0,
        done_at: null,
        deleted_at: task?.was_missed ? now : null,
        marked_as: "reopened",
        marked_at: now,
        version: eb("version", "+", 1),
      }))
      .where("id", "=", taskId)
      .where("household_id", "=", householdId)
      .where("assignee_id", "=", personId)
      .where("marked_person", "=", personId)
      .where("is_completed", "=", 1)
      .where("deleted_at", "is", null)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return false;
    await taskBroughtBack.announce(trx, { taskId, by: null, personId, as: "reopened" }, now);
    await announceTaskChange(trx, [taskId]);
    return true;
  });
  return untick.catch((error: unknown) => {
    if (error instanceof ChangeRefused) return false;
    throw error;
  });
}
