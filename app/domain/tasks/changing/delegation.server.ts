import type { Transaction } from "kysely";
import { idList } from "#db/sql/values.ts";
import type { Assignee } from "#app/domain/people/people.server.ts";
import type { Database } from "#db/schema.ts";
import type { Task } from "../find-tasks.server.ts";
import { doneColumns } from "./task.server.ts";

// Callers must announce the change.

export async function setDelegate(
  trx: Transaction<Database>,
  id: string,
  personId: string,
): Promise<void> {
  await trx
    .updateTable("tasks")
    .set(({ eb }) => ({
      delegated_to: personId,
      delegation_status: "pending",
      version: eb("version", "+", 1),
    }))
    .where("id", "=", id)
    .execute();
}

export async function recordDelegationAnswer(
  trx: Transaction<Database>,
  id: string,
  { answer, personId }: { answer: "accepted" | "declined"; personId: string | null },
): Promise<void> {
  await trx
    .updateTable("tasks")
    .set(({ eb }) => ({
      delegation_status: answer,
      ...(answer === "accepted" && { assignee_id: personId, assignee_name: null }),
      version: eb("version", "+", 1),
    }))
    .where("id", "=", id)
    .execute();
}

/** `marked_by` stays empty, since the delegate may have no account. */
export async function completeAsDelegate(
  trx: Transaction<Database>,
  task: Task,
  now: string,
): Promise<void> {
  const by = { marked_by: null, marked_person: null };
  const mark = { ...by, marked_as: "completed", marked_at: now } as const;
  await trx
    .updateTable("tasks")
    .set(({ eb }) => ({ ...doneColumns(task), ...mark, version: eb("version", "+", 1) }))
    .where("id", "=", task.id)
    .execute();
}

export async function clearDelegation(trx: Transaction<Database>, ids: string[]): Promise<void> {
  await trx
    .updateTable("tasks")
    .set(({ eb }) => ({
      delegated_to: null,
      delegation_status: "none",
      version: eb("version", "+", 1),
    }))
    .where("id", "in", idList(ids))
    .execute();
}

export async function assignInstead(
  trx: Transaction<Database>,
  id: string,
  to: Assignee,
): Promise<void> {
  await trx
    .updateTable("tasks")
    .set({ ...to, has_turn: 0 })
    .where("id", "=", id)
    .execute();
}

export async function replaceInTasks(
  trx: Transaction<Database>,
  { from, to }: { from: string; to: string },
): Promise<void> {
  for (const column of ["delegated_to", "assignee_id", "about_id", "marked_person"] as const)
    await trx
      .updateTable("tasks")
      .set({ [column]: to })
      .where(column, "=", from)
      .execute();
}

export async function findTaskIdsDelegatedTo(
  trx: Transaction<Database>,
  personIds: string[],
): Promise<string[]> {
  const tasks = await trx
    .selectFrom("tasks")
    .select("id")
    .where("delegated_to", "in", idList(personIds))
    .execute();
  return tasks.map(({ id }) => id);
}
