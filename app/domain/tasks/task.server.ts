import type { Kysely, Selectable, Updateable } from "kysely";
import { nowIso } from "#app/domain/time.ts";
import type { Database } from "#db/schema.ts";
import { dueColumns } from "./due.server.ts";
import type { TaskDraft } from "./input.ts";

type Task = Selectable<Database["tasks"]>;

/** Whose tasks may be touched: those of one household. Everything else is not there for them. */
interface Member {
  householdId: string;
}

/** Each returns whether there was such a task. Doing it twice is the same as once. */
export const completeTask = (db: Kysely<Database>, member: Member, id: string) =>
  changeTask(db, member, id, { is_completed: 1 });

export const reopenTask = (db: Kysely<Database>, member: Member, id: string) =>
  changeTask(db, member, id, { is_completed: 0 });

/** It can be brought back by `restoreTask`. */
export const deleteTask = (db: Kysely<Database>, member: Member, id: string) =>
  changeTask(db, member, id, { deleted_at: nowIso() });

/** @param local wall clock (YYYY-MM-DDTHH:mm) in the zone */
export const setDueDate = (db: Kysely<Database>, member: Member, id: string, local: string, timeZone: string) =>
  changeTask(db, member, id, dueColumns(local, timeZone));

/** Brings a deleted task back; one that is there already stays as it is. */
export async function restoreTask(db: Kysely<Database>, member: Member, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("tasks")
    .set(({ eb }) => ({ deleted_at: null, version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .where("household_id", "=", member.householdId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
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
  if (await changeTask(db, member, id, values, version)) return "saved";
  return (await findTask(db, member, id)) ? "changed" : "missing";
}

async function changeTask(
  db: Kysely<Database>,
  member: Member,
  id: string,
  values: Updateable<Database["tasks"]>,
  version?: number,
): Promise<boolean> {
  let update = db
    .updateTable("tasks")
    .set(({ eb }) => ({ ...values, version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .where("household_id", "=", member.householdId)
    .where("deleted_at", "is", null);
  if (version !== undefined) update = update.where("version", "=", version);
  const { numUpdatedRows } = await update.executeTakeFirst();
  return numUpdatedRows > 0n;
}
