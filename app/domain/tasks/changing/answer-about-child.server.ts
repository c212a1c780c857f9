import type { Kysely, Transaction } from "kysely";
import { answerChildQuestion } from "#app/domain/people/family/child-questions.server.ts";
import type { Viewer } from "#app/domain/core/viewer.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { listHouseholdPeople, onlyNamed } from "#app/domain/people/people.server.ts";
import { changeTask } from "./task.server.ts";
import { announceTaskChange, occurrenceEdited } from "../events.server.ts";
import { findTask } from "../find-tasks.server.ts";
import { findTaskReading } from "../readings/task-reading.server.ts";

interface Answered {
  name: string;
  /** True if the task is now under Kids and was not before. */
  isMoved: boolean;
}

/**
 * Adds the child after a yes. The task is about them then, and under Kids. Returns null if nothing
 * was asked.
 */
export async function answerAboutChild(
  db: Kysely<Database>,
  viewer: Viewer,
  taskId: string,
  isChild: boolean,
): Promise<Answered | "full" | null> {
  return db.transaction().execute(async (trx) => {
    const answered = await answerChildQuestion(trx, viewer, taskId, isChild);
    if (answered === null || answered === "full") return answered;
    if (!isChild) return { ...answered, isMoved: false };
    const isMoved = await moveToKids(trx, viewer, taskId);
    await sayAbout(trx, viewer, { taskId, name: answered.name });
    return { ...answered, isMoved };
  });
}

/** Keeps another person whom somebody has chosen. */
async function sayAbout(
  trx: Transaction<Database>,
  viewer: Viewer,
  { taskId, name }: { taskId: string; name: string },
): Promise<void> {
  const task = await findTask(trx, viewer, taskId);
  const child = onlyNamed(await listHouseholdPeople(trx, viewer.householdId), name);
  if (!task || !child || task.about_id !== null) return;
  const all = { version: task.version, scope: "all" } as const;
  await changeTask(trx, viewer, taskId, { about_id: child.id }, all);
}

/** Moves the task only if Mila guessed its category: a chosen one stays. */
async function moveToKids(
  trx: Transaction<Database>,
  viewer: Viewer,
  taskId: string,
): Promise<boolean> {
  const [task, reading] = [await findTask(trx, viewer, taskId), await findTaskReading(trx, taskId)];
  if (!task || !reading || reading.is_category_chosen || reading.category !== task.category)
    return false;
  if (task.category === "Kids") return false;
  await trx
    .updateTable("tasks")
    .set(({ eb }) => ({ category: "Kids", version: eb("version", "+", 1) }))
    .where("id", "=", taskId)
    .execute();
  const sure = { category: "Kids", other_categories: "[]" } as const;
  await trx.updateTable("task_readings").set(sure).where("task_id", "=", taskId).execute();
  const edit = { before: task, scope: "all", by: viewer.userId } as const;
  await occurrenceEdited.announce(trx, edit, nowIso());
  await announceTaskChange(trx, [taskId]);
  return true;
}
