import type { Kysely, Updateable } from "kysely";
import { nowIso } from "#app/domain/core/time.ts";
import type { Bit, Database, TaskMark } from "#db/schema.ts";
import { dueColumns } from "../due/due.server.ts";
import { announceTaskChange, taskMarked } from "../events.server.ts";
import { findTaskOrDeleted, type Member } from "../find-tasks.server.ts";
import type { TaskDraft } from "../input.ts";

/** A member who presses a button. */
interface Person extends Member {
  userId: string;
}

/** Each returns whether it did so now: false when it is so already, and when there is no such task (`findLastAction` tells). */
export const completeTask = (db: Kysely<Database>, person: Person, id: string) => setCompleted(db, person, id, 1);

export const reopenTask = (db: Kysely<Database>, person: Person, id: string) => setCompleted(db, person, id, 0);

/** It can be brought back by `restoreTask`. */
export const deleteTask = (db: Kysely<Database>, person: Person, id: string) =>
  changeTask(db, person, id, { deleted_at: nowIso(), ...markedBy(person, "deleted") });

/** Brings a deleted task back. */
export const restoreTask = (db: Kysely<Database>, person: Person, id: string) =>
  changeTask(db, person, id, { deleted_at: null, ...markedBy(person, "restored") }, { isDeleted: true });

/** @param local wall clock (YYYY-MM-DDTHH:mm) in the zone */
export const setDueDate = (db: Kysely<Database>, member: Member, id: string, local: string, timeZone: string) =>
  changeTask(db, member, id, dueColumns(local, timeZone));

/** Dates a deleted task, which comes back with that. @param local wall clock (YYYY-MM-DDTHH:mm) in the zone */
export const restoreWithDueDate = (
  db: Kysely<Database>,
  person: Person,
  id: string,
  local: string,
  timeZone: string,
) => {
  const back = { deleted_at: null, ...markedBy(person, "restored") };
  return changeTask(db, person, id, { ...dueColumns(local, timeZone), ...back }, { isDeleted: true });
};

/**
 * Saves an edited task, which brings a deleted one back. "changed" when somebody else saved or deleted it since the
 * version that was edited, "missing" when it is gone for good.
 * @param timeZone the zone of the draft's wall-clock due date
 */
export async function editTask(
  db: Kysely<Database>,
  person: Person,
  id: string,
  draft: TaskDraft,
  timeZone: string,
): Promise<"saved" | "changed" | "missing"> {
  const { title, category, description = null, assignee = null, dueDate, version } = draft;
  const values = { title, category, description, assignee, ...dueColumns(dueDate, timeZone) };
  const task = await findTaskOrDeleted(db, person, id);
  if (!task) return "missing";
  const isDeleted = task.deleted_at !== null;
  const back = isDeleted ? { deleted_at: null, ...markedBy(person, "restored") } : {};
  return (await changeTask(db, person, id, { ...values, ...back }, { version, isDeleted })) ? "saved" : "changed";
}

async function setCompleted(db: Kysely<Database>, person: Person, id: string, is_completed: Bit): Promise<boolean> {
  const mark = markedBy(person, is_completed ? "completed" : "reopened");
  return changeTask(db, person, id, { is_completed, ...mark }, { is_completed: is_completed ? 0 : 1 });
}

function markedBy({ userId }: Person, marked_as: TaskMark) {
  return { marked_as, marked_by: userId, marked_at: nowIso() };
}

/** Changes the task as long as it is as `only` says, and what follows from it. Returns whether it did. */
export async function changeTask(
  db: Kysely<Database>,
  member: Member,
  id: string,
  values: Updateable<Database["tasks"]>,
  { isDeleted = false, ...only }: { isDeleted?: boolean; version?: number; is_completed?: Bit } = {},
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable("tasks")
      .set(({ eb }) => ({ ...values, version: eb("version", "+", 1) }))
      .where("id", "=", id)
      .where("household_id", "=", member.householdId)
      .where("deleted_at", isDeleted ? "is not" : "is", null)
      .where((eb) => eb.and(only))
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    const { marked_as: as, marked_by: by, marked_at: at } = values;
    if (as && by && at) await taskMarked.announce(trx, { taskId: id, as, by }, at);
    await announceTaskChange(trx, [id]);
    return true;
  });
}
