import type { Kysely, Selectable, Transaction } from "kysely";
import { idList } from "#db/sql/values.ts";
import { z } from "#app/domain/core/zod.ts";
import { categories } from "#app/domain/core/limits.ts";
import type { ParsedRequest } from "#app/domain/understanding/types.ts";
import type { Category, Database } from "#db/schema.ts";
import { unreadRepetition } from "./unread-repetition.ts";

type TaskReading = Selectable<Database["task_readings"]>;

export function taskReading(
  task_id: string,
  text: string,
  draft: ParsedRequest,
  unused: string | null = null,
): Omit<TaskReading, "is_category_chosen"> {
  return {
    task_id,
    title: draft.title,
    category: draft.category,
    other_categories: JSON.stringify(draft.otherCategories),
    due_local: draft.due?.local ?? null,
    other_dues: JSON.stringify(draft.otherDues.map(({ local }) => local)),
    is_time_said: draft.isTimeSaid ? 1 : 0,
    not_understood: notUnderstoodIn(text, draft) || null,
    has_passed: draft.hasPassed ? 1 : 0,
    unread_repetition: unreadRepetition(text, draft) || null,
    unused,
  };
}

/**
 * Alternatives to an unsure date and category, likeliest first. Dates are wall clock in the task's
 * zone.
 */
interface Alternatives {
  dues: string[];
  categories: Category[];
}

/** Returns alternatives only for parts that nobody has changed since. */
export function alternativesOf(
  reading: Pick<TaskReading, "category" | "other_categories" | "due_local" | "other_dues">,
  task: { category: Category; due_local: string | null },
): Alternatives {
  return {
    dues:
      task.due_local !== null && task.due_local === reading.due_local
        ? localList(reading.other_dues)
        : [],
    categories: task.category === reading.category ? categoryList(reading.other_categories) : [],
  };
}

export function doubtsQuery(db: Kysely<Database>, taskIds: readonly string[]) {
  return db
    .selectFrom("tasks")
    .innerJoin("task_readings", "task_readings.task_id", "tasks.id")
    .select(["tasks.id", "tasks.category as taskCategory", "tasks.due_local as taskDueLocal"])
    .select(["task_readings.category", "task_readings.other_categories"])
    .select(["task_readings.due_local", "task_readings.other_dues", "task_readings.unused"])
    .where("tasks.is_completed", "=", 0)
    .where("task_readings.task_id", "in", idList(taskIds))
    .where("tasks.deleted_at", "is", null)
    .where(({ eb, or }) =>
      or([
        eb("other_dues", "!=", "[]"),
        eb("other_categories", "!=", "[]"),
        eb("unused", "is not", null),
      ]),
    );
}

/** Returns the words that could not be read as a due date, if any. */
export async function findNotUnderstood(
  db: Kysely<Database>,
  taskId: string,
): Promise<{ words: string; hasPassed: boolean } | null> {
  const reading = await findTaskReading(db, taskId);
  return reading?.not_understood
    ? { words: reading.not_understood, hasPassed: reading.has_passed === 1 }
    : null;
}

/** Returns words such as "twice a week" of a task that does not repeat. */
export async function findUnreadRepetition(
  db: Kysely<Database>,
  taskId: string,
): Promise<string | null> {
  return (await findTaskReading(db, taskId))?.unread_repetition ?? null;
}

/** Returns the words of its request that no task has. */
export async function findUnused(db: Kysely<Database>, taskId: string): Promise<string | null> {
  return (await findTaskReading(db, taskId))?.unused ?? null;
}

/** Forgets the unused words once somebody edits or moves the task, because they were shown. */
export async function forgetUnused(trx: Transaction<Database>, taskId: string): Promise<void> {
  await trx
    .updateTable("task_readings")
    .set({ unused: null })
    .where("task_id", "=", taskId)
    .where("unused", "is not", null)
    .execute();
}

export async function findTaskReading(
  db: Kysely<Database>,
  taskId: string,
): Promise<TaskReading | undefined> {
  return db
    .selectFrom("task_readings")
    .selectAll()
    .where("task_id", "=", taskId)
    .executeTakeFirst();
}

const localList = (json: string) => z.array(z.string()).parse(JSON.parse(json));
const categoryList = (json: string) => z.array(z.enum(categories)).parse(JSON.parse(json));

/** Returns words such as "on Feb 30", which name a day that is past, impossible or unreadable. */
export function notUnderstoodIn(text: string, { notUnderstood }: ParsedRequest): string {
  return notUnderstood.map(({ start, end }) => text.slice(start, end)).join(" … ");
}
