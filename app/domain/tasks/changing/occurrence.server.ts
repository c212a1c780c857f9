import type { Insertable, Transaction } from "kysely";
import { v7 as newId } from "uuid";
import { bit } from "#app/domain/core/bit.ts";
import { idList } from "#db/sql/values.ts";
import type { Assignee } from "#app/domain/people/people.server.ts";
import type { Bit, Database } from "#db/schema.ts";
import { dueColumns } from "../due/due.server.ts";
import { taskDeleted, taskMissed } from "../events.server.ts";
import type { Task } from "../find-tasks.server.ts";

// Callers must announce the change.

interface NewDate {
  /** The wall clock (YYYY-MM-DDTHH:mm) in the zone. */
  local: string;
  timeZone: string;
  hasTime: Bit;
}

type OccurrenceContent = NewDate &
  Pick<
    Task,
    | "title"
    | "category"
    | "description"
    | "assignee_id"
    | "assignee_name"
    | "about_id"
    | "has_turn"
    | "delegated_to"
    | "delegation_status"
  >;

/**
 * Adds a task for the creator of the previous one. Returns its id; its version is 1.
 * @param isAhead hides it, except for its reminders, until `reviveOccurrence` opens it
 */
export async function addOccurrence(
  trx: Transaction<Database>,
  before: Pick<Task, "household_id" | "user_id">,
  content: OccurrenceContent,
  now: string,
  { isAhead = false } = {},
): Promise<string> {
  const { household_id, user_id } = before;
  const task: Insertable<Database["tasks"]> = {
    ...columnsOf(content),
    household_id,
    user_id,
    id: newId(),
    created_at: now,
    ...(isAhead && ahead(now)),
  };
  await trx.insertInto("tasks").values(task).execute();
  return task.id;
}

const ahead = (now: string) => ({ is_ahead: 1, deleted_at: now }) as const;

/** Hides an occurrence's task except for its reminders, or changes one that is hidden this way. */
export async function putAhead(
  trx: Transaction<Database>,
  id: string,
  content: OccurrenceContent,
  now: string,
): Promise<void> {
  await trx
    .updateTable("tasks")
    .set({ ...columnsOf(content), ...ahead(now) })
    .where("id", "=", id)
    .execute();
}

/**
 * Removes the reminders of dates ahead from the plan. Their version stays, because nobody has seen
 * them.
 */
export async function dropAhead(
  trx: Transaction<Database>,
  ids: readonly string[],
  now: string,
): Promise<void> {
  await trx
    .updateTable("tasks")
    .set({ is_ahead: 0, deleted_at: now, delegated_to: null, delegation_status: "none" })
    .where("id", "in", idList(ids))
    .where("is_ahead", "=", 1)
    .execute();
}

const shown = { deleted_at: null, is_ahead: 0, was_missed: 0 } as const;

/**
 * Restores a task that `hideOccurrence` hid, or opens one ahead. Returns its version; undefined if
 * it was purged.
 */
export async function reviveOccurrence(
  trx: Transaction<Database>,
  id: string,
  content: OccurrenceContent,
): Promise<number | undefined> {
  const revived = await trx
    .updateTable("tasks")
    .set(({ eb }) => ({ ...columnsOf(content), ...shown, version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .returning("version")
    .executeTakeFirst();
  return revived?.version;
}

/** Keeps the assignee of tasks that someone was asked to take on. */
export async function changeOccurrences(
  trx: Transaction<Database>,
  ids: readonly string[],
  {
    assignee_id,
    assignee_name = null,
    ...content
  }: Partial<Pick<Task, "title" | "category" | "description" | "about_id"> & Assignee>,
): Promise<void> {
  const tasks = trx.updateTable("tasks").where("id", "in", idList(ids));
  await tasks.set(({ eb }) => ({ ...content, version: eb("version", "+", 1) })).execute();
  if (assignee_id === undefined) return;
  await tasks
    .set({ assignee_id, assignee_name, has_turn: 0 })
    .where("delegation_status", "=", "none")
    .execute();
}

/** Assigns the task to the person who has the turn: null means nobody. */
export async function assignOccurrences(
  trx: Transaction<Database>,
  ids: readonly string[],
  person: { id: string } | null | undefined,
): Promise<void> {
  const turn = turnOf(person);
  await trx
    .updateTable("tasks")
    .set(({ eb }) => ({ ...turn, version: eb("version", "+", 1) }))
    .where("id", "in", idList(ids))
    .execute();
}

/** Returns the turn as columns of a task. */
export const turnOf = (person: { id: string } | null | undefined) => ({
  assignee_id: person?.id ?? null,
  assignee_name: null,
  has_turn: bit(Boolean(person)),
});

/** Returns the new version. */
export async function moveOccurrence(
  trx: Transaction<Database>,
  id: string,
  to: NewDate,
): Promise<number> {
  const { version } = await trx
    .updateTable("tasks")
    .set(({ eb }) => ({
      ...newDate(to),
      version: eb("version", "+", 1),
    }))
    .where("id", "=", id)
    .returning("version")
    .executeTakeFirstOrThrow();
  return version;
}

/**
 * Deletes the task.
 * @param by null if nobody did it
 * @param isMissed true if it can still be done
 */
export async function hideOccurrence(
  trx: Transaction<Database>,
  id: string,
  { by, now, isMissed = false }: { by: string | null; now: string; isMissed?: boolean },
): Promise<void> {
  const mark =
    by === null
      ? {}
      : ({ marked_as: "deleted", marked_by: by, marked_person: null, marked_at: now } as const);
  await trx
    .updateTable("tasks")
    .set(({ eb }) => ({
      ...mark,
      deleted_at: now,
      is_ahead: 0,
      was_missed: bit(isMissed),
      version: eb("version", "+", 1),
    }))
    .where("id", "=", id)
    .execute();
  if (isMissed) await taskMissed.announce(trx, { taskId: id }, now);
  if (by !== null) await taskDeleted.announce(trx, { taskId: id, by, as: "skipped" }, now);
}

function columnsOf({ local, timeZone, hasTime, ...columns }: OccurrenceContent) {
  return { ...columns, ...newDate({ local, timeZone, hasTime }) };
}

/** Nobody chose it, and nobody has put it off yet. */
function newDate({ local, timeZone, hasTime }: NewDate) {
  const due = { ...dueColumns(local, timeZone), due_has_time: hasTime };
  return { ...due, moved_by: null, overdue_skipped_until: null };
}
