import type { Kysely } from "kysely";
import { stripControlCharacters } from "#app/domain/core/zod.ts";
import { findOccurrences } from "#app/domain/series/occurrences/series.server.ts";
import { findPartsChangedSince } from "#app/domain/tasks/changing/changed-since.server.ts";
import { findTasks, isGone, type Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database, EditedPart } from "#db/schema.ts";
import { knownQuery } from "./known.server.ts";
import { type ChangeablePart, changeableParts, type ImportedTask, type Read } from "./row.ts";

type ReadRow = Extract<Read, { type: "row" }>;

export interface Difference {
  taskId: string;
  /** The title that the task has here. */
  title: string;
  /** An instant: nobody has changed `parts` here since. */
  since: string;
  /** The parts that are new in the file. */
  parts: ChangeablePart[];
  /** The parts that are different because somebody changed them here. */
  changedHere: ChangeablePart[];
}

/**
 * Compares rows that are here already with their tasks.
 * @returns the differences by the keys of the rows
 */
export async function findDifferences(
  db: Kysely<Database>,
  householdId: string,
  reads: readonly ReadRow[],
): Promise<Map<string, Difference>> {
  const bases = await findBases(db, householdId, reads);
  const ids = [...bases.values()].map(({ taskId }) => taskId);
  const tasks = await findTasks(db, ids);
  const repeating = new Set(
    (await findOccurrences(db, ids)).map(({ occurrence }) => occurrence.task_id),
  );
  const found = new Map<string, Difference>();
  for (const { key, row, isPartial } of reads) {
    const base = bases.get(key);
    const task = base && tasks.get(base.taskId);
    if (row.type !== "task" || !task || task.household_id !== householdId) continue;
    if (isGone(task) || task.is_ahead === 1) continue;
    const isUnread = isPartial === true && row.due === null;
    const different = differentParts(row, task, repeating.has(task.id)).filter(
      (part) => part !== "date" || !isUnread,
    );
    if (different.length === 0) continue;
    const isChangedHere = await tellChangedHere(db, base);
    const parts = different.filter((part) => !isChangedHere(part));
    const changedHere = different.filter(isChangedHere);
    found.set(key, { ...base, title: task.title, parts, changedHere });
  }
  return found;
}

const editedParts = {
  title: "title",
  notes: "description",
  category: "category",
  date: "due",
  done: "done",
} as const satisfies Record<ChangeablePart, EditedPart | "done">;

/** Returns a test for the parts of a task that somebody has changed here. */
export async function tellChangedHere(
  db: Kysely<Database>,
  { taskId, since }: Base,
): Promise<(part: ChangeablePart) => boolean> {
  const changed = await findPartsChangedSince(db, taskId, since);
  return (part) => changed === null || changed.has(editedParts[part]);
}

type Base = Pick<Difference, "taskId" | "since">;

/** Compares with the task as an earlier import left it, or as the household's own file has it. */
async function findBases(
  db: Kysely<Database>,
  householdId: string,
  reads: readonly ReadRow[],
): Promise<Map<string, Base>> {
  const bases = new Map<string, Base>();
  for (const { key, ownId, writtenAt } of reads)
    if (ownId && writtenAt !== undefined) bases.set(key, { taskId: ownId, since: writtenAt });
  const keys = reads.map(({ key }) => key);
  const rows = await knownQuery(db, householdId, keys)
    .select(["row.task_id", "row.taken_at"])
    .execute();
  for (const { source_key, task_id, taken_at } of rows) {
    if (!task_id || !taken_at) continue;
    const known = bases.get(source_key);
    if (!known || known.since < taken_at)
      bases.set(source_key, { taskId: task_id, since: taken_at });
  }
  return bases;
}

/** A series moves its dates and ticks on by itself, so these are not compared. */
export function differentParts(
  row: ImportedTask,
  task: Task,
  isRepeating: boolean,
): ChangeablePart[] {
  const isDifferent: Record<ChangeablePart, boolean> = {
    title: wordsOf(row.title) !== wordsOf(task.title),
    notes: wordsOf(row.description) !== wordsOf(task.description),
    category: row.category !== null && row.category !== task.category,
    date: !isRepeating && isOtherDate(row.due, task),
    done: !isRepeating && row.isDone !== (task.is_completed === 1),
  };
  return changeableParts.filter((part) => isDifferent[part]);
}

/** Files end their lines differently. */
const wordsOf = (text: string | null) =>
  stripControlCharacters((text ?? "").replaceAll(/\r\n?/g, "\n")).trim();

function isOtherDate(due: ImportedTask["due"], task: Task): boolean {
  if (!due || !task.due_local) return Boolean(due) !== Boolean(task.due_local);
  const hasTime = task.due_has_time === 1;
  if (due.hasTime !== hasTime) return true;
  return hasTime
    ? due.local !== task.due_local || due.timeZone !== task.due_time_zone
    : due.local.slice(0, 10) !== task.due_local.slice(0, 10);
}
