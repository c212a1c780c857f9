import type { Kysely, Selectable, Updateable } from "kysely";
import { nowIso } from "#app/domain/time.ts";
import type { Bit, Database } from "#db/schema.ts";
import { dueColumns } from "./due.server.ts";
import { followTaskChange } from "./follow-change.server.ts";
import type { TaskDraft } from "./input.ts";

type Task = Selectable<Database["tasks"]>;

/** Whose tasks may be touched: those of one household. Everything else is not there for them. */
interface Member {
  householdId: string;
}

/** Each returns whether there is such a task. What is so already stays as it is. */
export const completeTask = (db: Kysely<Database>, member: Member, id: string) => setCompleted(db, member, id, 1);

export const reopenTask = (db: Kysely<Database>, member: Member, id: string) => setCompleted(db, member, id, 0);

/** It can be brought back by `restoreTask`. */
export const deleteTask = (db: Kysely<Database>, member: Member, id: string) =>
  changeTask(db, member, id, { deleted_at: nowIso() });

/** @param local wall clock (YYYY-MM-DDTHH:mm) in the zone */
export const setDueDate = (db: Kysely<Database>, member: Member, id: string, local: string, timeZone: string) =>
  changeTask(db, member, id, dueColumns(local, timeZone));

/** Brings a deleted task back. */
export async function restoreTask(db: Kysely<Database>, member: Member, id: string): Promise<boolean> {
  const isRestored = await changeTask(db, member, id, { deleted_at: null }, { isDeleted: true });
  return isRestored || Boolean(await findTask(db, member, id));
}

/** The task, or undefined when it is not there for them. */
export async function findTask(db: Kysely<Database>, member: Member, id: string): Promise<Task | undefined> {
  return db
    .selectFrom("tasks")
    .selectAll()
    .where("id", "=", id)
    .where("household_id", "=", member.householdId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
}

/**
 * Saves an edited task. "changed" when somebody else saved since the version that was edited, "missing" when it is gone.
 * @param timeZone the zone of the draft's wall-clock due date
 */
export async function editTask(
  db: Kysely<Database>,
  member: Member,
  id: string,
  draft: TaskDraft,
  timeZone: string,
): Promise<"saved" | "changed" | "missing"> {
  const { title, category, description = null, assignee = null, dueDate, version } = draft;
  const values = { title, category, description, assignee, ...dueColumns(dueDate, timeZone) };
  if (await changeTask(db, member, id, values, { version })) return "saved";
  return (await findTask(db, member, id)) ? "changed" : "missing";
}

async function setCompleted(db: Kysely<Database>, member: Member, id: string, is_completed: Bit): Promise<boolean> {
  const was = is_completed === 1 ? 0 : 1;
  const isChanged = await changeTask(db, member, id, { is_completed }, { is_completed: was });
  return isChanged || Boolean(await findTask(db, member, id));
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
    await followTaskChange(trx, [id]);
    return true;
  });
}
