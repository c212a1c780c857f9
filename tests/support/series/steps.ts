import { constant } from "fast-check";
import type { Kysely } from "kysely";
import { wallClockAt } from "#app/domain/core/time.ts";
import { skipOccurrence } from "#app/domain/series/changing/skip.server.ts";
import {
  completeTask,
  deleteTask,
  reopenTask,
  restoreTask,
  setDueDate,
} from "#app/domain/tasks/changing/task.server.ts";
import type { Database } from "#db/schema.ts";
import type { TestFamily } from "../records/family.ts";

/** One action of a random order. */
export interface Step {
  do: string;
  /** Counts back from the newest task. */
  which: number;
  days: number;
}

export const often = (what: string, weight: number) => ({ weight, arbitrary: constant(what) });

/** So many days after an instant, in the family's zone. */
export const dayFrom = ({ timeZone }: TestFamily, now: string, days: number) =>
  wallClockAt(now, timeZone).add({ days }).toPlainDate().toString();

export async function chooseTask(
  db: Kysely<Database>,
  { householdId }: TestFamily,
  { which }: Step,
) {
  const tasks = await db
    .selectFrom("tasks")
    .select(["id", "version", "is_ahead"])
    .where("household_id", "=", householdId)
    .orderBy("id", "desc")
    .execute();
  return { task: tasks[which % tasks.length]!, ahead: tasks.find(({ is_ahead }) => is_ahead) };
}

/** What a family does with each task. */
export const taskActions = (
  db: Kysely<Database>,
  nora: TestFamily,
  id: string,
  local: string,
): Record<string, () => Promise<unknown>> => ({
  complete: () => completeTask(db, nora, id),
  reopen: () => reopenTask(db, nora, id),
  delete: () => deleteTask(db, nora, id),
  restore: () => restoreTask(db, nora, id),
  skip: () => skipOccurrence(db, nora, id),
  move: () => setDueDate(db, nora, id, local, nora.timeZone),
});
