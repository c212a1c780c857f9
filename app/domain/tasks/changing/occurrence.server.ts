import type { Insertable, Transaction } from "kysely";
import { v7 as newId } from "uuid";
import type { Database } from "#db/schema.ts";
import { dueColumns } from "../due/due.server.ts";
import type { Task } from "../find-tasks.server.ts";

// Callers must announce the change.

interface OccurrenceContent extends Pick<Task, "title" | "category" | "description" | "assignee"> {
  /** Wall clock (YYYY-MM-DDTHH:mm) in the zone. */
  local: string;
  timeZone: string;
}

/** Adds a task for the creator of the one before. Returns its id; its version is 1. */
export async function addOccurrence(
  trx: Transaction<Database>,
  before: Pick<Task, "household_id" | "user_id">,
  content: OccurrenceContent,
  now: string,
): Promise<string> {
  const { household_id, user_id } = before;
  const task: Insertable<Database["tasks"]> = {
    ...columnsOf(content),
    household_id,
    user_id,
    id: newId(),
    created_at: now,
  };
  await trx.insertInto("tasks").values(task).execute();
  return task.id;
}

/** Brings back a task hidden by `hideOccurrence`. Returns its version; undefined if it was purged. */
export async function reviveOccurrence(
  trx: Transaction<Database>,
  id: string,
  content: OccurrenceContent,
): Promise<number | undefined> {
  const revived = await trx
    .updateTable("tasks")
    .set(({ eb }) => ({ ...columnsOf(content), deleted_at: null, version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .returning("version")
    .executeTakeFirst();
  return revived?.version;
}

export async function assignOccurrence(trx: Transaction<Database>, id: string, assignee: string | null): Promise<void> {
  await trx
    .updateTable("tasks")
    .set(({ eb }) => ({ assignee, version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .execute();
}

/** Deletes the task without a mark: nobody did it. */
export async function hideOccurrence(trx: Transaction<Database>, id: string, now: string): Promise<void> {
  await trx
    .updateTable("tasks")
    .set(({ eb }) => ({ deleted_at: now, version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .execute();
}

function columnsOf({ local, timeZone, title, category, description, assignee }: OccurrenceContent) {
  return { title, category, description, assignee, ...dueColumns(local, timeZone) };
}
