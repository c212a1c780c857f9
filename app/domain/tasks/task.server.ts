import type { Kysely, Selectable, Updateable } from "kysely";
import { nowIso } from "#app/domain/time.ts";
import type { Bit, Database } from "#db/schema.ts";
import { dueColumns } from "./due.server.ts";
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
  isChanged(changeTask(db, member, id, { deleted_at: nowIso() }).where("deleted_at", "is", null));

/** @param local wall clock (YYYY-MM-DDTHH:mm) in the zone */
export const setDueDate = (db: Kysely<Database>, member: Member, id: string, local: string, timeZone: string) =>
  isChanged(changeTask(db, member, id, dueColumns(local, timeZone)).where("deleted_at", "is", null));

/** Brings a deleted task back. */
export async function restoreTask(db: Kysely<Database>, member: Member, id: string): Promise<boolean> {
  const restored = changeTask(db, member, id, { deleted_at: null }).where("deleted_at", "is not", null);
  return (await isChanged(restored)) || Boolean(await findTask(db, member, id));
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
  const edited = changeTask(db, member, id, values).where("deleted_at", "is", null).where("version", "=", version);
  if (await isChanged(edited)) return "saved";
  return (await findTask(db, member, id)) ? "changed" : "missing";
}

async function setCompleted(db: Kysely<Database>, member: Member, id: string, is_completed: Bit): Promise<boolean> {
  const changed = changeTask(db, member, id, { is_completed })
    .where("deleted_at", "is", null)
    .where("is_completed", "!=", is_completed);
  return (await isChanged(changed)) || Boolean(await findTask(db, member, id));
}

function changeTask(db: Kysely<Database>, member: Member, id: string, values: Updateable<Database["tasks"]>) {
  return db
    .updateTable("tasks")
    .set(({ eb }) => ({ ...values, version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .where("household_id", "=", member.householdId);
}

async function isChanged(update: ReturnType<typeof changeTask>): Promise<boolean> {
  return (await update.executeTakeFirst()).numUpdatedRows > 0n;
}
