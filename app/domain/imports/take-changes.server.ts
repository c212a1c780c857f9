import type { Kysely, Transaction, Updateable } from "kysely";
import type { Viewer } from "#app/domain/core/viewer.ts";
import { z } from "#app/domain/core/zod.ts";
import { findPresent } from "#app/domain/series/card-series.server.ts";
import { findOccurrences } from "#app/domain/series/occurrences/series.server.ts";
import { wasChangedSince } from "#app/domain/tasks/changing/changed-since.server.ts";
import { changeTask, completeTask, reopenTask } from "#app/domain/tasks/changing/task.server.ts";
import { dueColumns } from "#app/domain/tasks/due/due.server.ts";
import { findTask, type Task } from "#app/domain/tasks/find-tasks.server.ts";
import { bit } from "#app/domain/core/bit.ts";
import { oldTasks } from "#app/domain/tasks/changing/purge.server.ts";
import { categories } from "#app/domain/core/limits.ts";
import type { Database } from "#db/schema.ts";
import { inBatches } from "#db/sql/batches.ts";
import { differentParts, tellChangedHere } from "./find-changes.server.ts";
import { changeableParts, type ChangeablePart, type ImportedChange } from "./row.ts";

/** The parts of a task that a change sets. */
const settable = z.object({
  title: z.string(),
  notes: z.string().nullable(),
  category: z.enum(categories).nullable(),
  due: z.object({ local: z.string(), timeZone: z.string(), hasTime: z.boolean() }).nullable(),
  isDone: z.boolean(),
  doneAt: z.string().nullable(),
});

type Parts = z.infer<typeof settable>;

const takenChange = z.object({
  type: z.literal("change"),
  parts: z.array(z.enum(changeableParts)),
  before: settable.partial(),
});

/**
 * Changes a task to match the file, but leaves the parts that somebody has changed here since.
 * @returns what the undo needs, as JSON, or null if nothing is left to change
 */
export async function takeChange(
  trx: Transaction<Database>,
  viewer: Viewer,
  { taskId, parts: wanted, task: row, since }: ImportedChange,
): Promise<string | null> {
  const task = await findTask(trx, viewer, taskId);
  if (!task) return null;
  const isChangedHere = await tellChangedHere(trx, { taskId, since });
  const isRepeating = (await findOccurrences(trx, [taskId])).length > 0;
  const taken = differentParts(row, task, isRepeating).filter(
    (part) => wanted.includes(part) && !isChangedHere(part),
  );
  if (taken.length === 0) return null;
  const { title, description: notes, category, due, isDone, doneAt } = row;
  await setParts(trx, viewer, task, taken, { title, notes, category, due, isDone, doneAt });
  return JSON.stringify({ type: "change", parts: taken, before: partsOf(task, taken) });
}

/** Keeps no second copy of parts that stay. */
function partsOf(task: Task, taken: readonly ChangeablePart[]): Partial<Parts> {
  const { due_local: local, due_time_zone: timeZone, due_has_time } = task;
  const due = local && timeZone ? { local, timeZone, hasTime: due_has_time === 1 } : null;
  const isTaken = (part: ChangeablePart) => taken.includes(part);
  return {
    ...(isTaken("title") && { title: task.title }),
    ...(isTaken("notes") && { notes: task.description }),
    ...(isTaken("category") && { category: task.category }),
    ...(isTaken("date") && { due }),
    ...(isTaken("done") && { isDone: task.is_completed === 1, doneAt: task.done_at }),
  };
}

/** Changes the following dates of a series too, because a file only knows the series as a whole. */
async function setParts(
  trx: Transaction<Database>,
  viewer: Viewer,
  { id }: Pick<Task, "id">,
  changed: readonly ChangeablePart[],
  parts: Partial<Parts>,
): Promise<void> {
  const values = Object.assign({}, ...changed.map((part) => columnsOf(part, parts))) as Updateable<
    Database["tasks"]
  >;
  const [found] = await findOccurrences(trx, [id]);
  const scope = found?.occurrence.state === "open" ? "following" : "one";
  if (Object.keys(values).length > 0) await changeTask(trx, viewer, id, values, { scope });
  if (!changed.includes("done")) return;
  const { isDone, doneAt } = parts;
  if (isDone) await completeTask(trx, viewer, id, doneAt ? { doneAt } : {});
  else await reopenTask(trx, viewer, id);
}

function columnsOf(
  part: ChangeablePart,
  { title, notes, category, due }: Partial<Parts>,
): Updateable<Database["tasks"]> {
  switch (part) {
    case "title":
      return { title };
    case "notes":
      return { description: notes ?? null };
    case "category":
      return category ? { category } : {};
    case "date":
      return {
        ...dueColumns(due?.local, due?.timeZone ?? "UTC"),
        due_has_time: bit(due?.hasTime ?? false),
      };
    case "done":
      return {};
  }
}

/** Returns false if the task stays as it is, because somebody has changed it since. */
export async function takeBackChange(
  trx: Transaction<Database>,
  viewer: Viewer,
  row: { content: string; task_id: string | null; taken_at: string | null },
): Promise<boolean> {
  const { parts: changed, before } = takenChange.parse(JSON.parse(row.content));
  if (row.task_id === null) return true;
  const own = await findTask(trx, viewer, row.task_id);
  // The series may have gone on to another date, as somebody missed the first.
  const presentId = own ? own.id : await findPresent(trx, viewer, row.task_id);
  const task = own ?? (presentId ? await findTask(trx, viewer, presentId) : undefined);
  if (!task) return true;
  const takenAt = row.taken_at ?? "";
  for (const id of new Set([row.task_id, task.id])) {
    if (await wasChangedSince(trx, id, takenAt)) return false;
    if (await wasChangedByLater(trx, id, takenAt)) return false;
  }
  await setParts(trx, viewer, task, changed, before);
  return true;
}

async function wasChangedByLater(
  trx: Transaction<Database>,
  taskId: string,
  takenAt: string,
): Promise<boolean> {
  const later = await trx
    .selectFrom("import_rows")
    .select("number")
    .where("task_id", "=", taskId)
    .where("state", "=", "changed")
    .where("taken_at", ">", takenAt)
    .limit(1)
    .executeTakeFirst();
  return later !== undefined;
}

const rowsAtOnce = 500;

/** Forgets the earlier state of changed tasks that are about to be purged. */
export async function forgetChangesOfPurged(db: Kysely<Database>, now: string): Promise<void> {
  const old = db
    .selectFrom("import_rows")
    .select(["import_id", "number"])
    .where("task_id", "in", oldTasks(db, now).select("id"))
    .where("content", "is not", null)
    .limit(rowsAtOnce);
  await inBatches(rowsAtOnce, async () => {
    const { numUpdatedRows } = await db
      .updateTable("import_rows")
      .set({ content: null })
      .where(({ eb, refTuple }) =>
        eb(refTuple("import_id", "number"), "in", old.$asTuple("import_id", "number")),
      )
      .executeTakeFirstOrThrow();
    return numUpdatedRows;
  });
}
