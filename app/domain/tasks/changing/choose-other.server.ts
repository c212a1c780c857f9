import type { Kysely } from "kysely";
import type { Category, Database } from "#db/schema.ts";
import { dueColumns } from "../due/due.server.ts";
import { findTask } from "../find-tasks.server.ts";
import { alternativesOf, findTaskReading } from "../readings/task-reading.server.ts";
import { type Actor, changeTask } from "./task.server.ts";

/**
 * Chooses another reading of an unsure part; the previous one becomes an alternative. Returns what
 * changed, if anything.
 */
export async function chooseOther(
  db: Kysely<Database>,
  actor: Actor,
  id: string,
  chosen: { dueDate?: string | undefined; category?: Category | undefined },
): Promise<"date" | "category" | null> {
  const [task, reading] = [await findTask(db, actor, id), await findTaskReading(db, id)];
  if (!task || !reading) return null;
  const { dues, categories } = alternativesOf(reading, task);
  const { dueDate, category } = chosen;
  // A misread series changes as a whole.
  const misread = { version: task.version, scope: "all" } as const;
  if (dueDate && task.due_local && dues.includes(dueDate)) {
    if (!(await changeTask(db, actor, id, dueColumns(dueDate, task.due_time_zone ?? ""), misread)))
      return null;
    const other_dues = JSON.stringify(swapped(dues, dueDate, task.due_local));
    await db
      .updateTable("task_readings")
      .set({ due_local: dueDate, other_dues })
      .where("task_id", "=", id)
      .execute();
    await db
      .updateTable("due_readings")
      .set({ due_local: dueDate })
      .where("task_id", "=", id)
      .execute();
    return "date";
  }
  if (category && categories.includes(category)) {
    if (!(await changeTask(db, actor, id, { category }, misread))) return null;
    const other_categories = JSON.stringify(swapped(categories, category, task.category));
    await db
      .updateTable("task_readings")
      .set({ category, other_categories, is_category_chosen: 1 })
      .where("task_id", "=", id)
      .execute();
    return "category";
  }
  return null;
}

function swapped<Value>(others: Value[], chosen: Value, before: Value): Value[] {
  return others.map((other) => (other === chosen ? before : other));
}
