import type { Kysely } from "kysely";
import { idList, opaque } from "#db/sql/values.ts";
import { earlierBy, formatShortDue, nowIso, Temporal, wallClockAt } from "#app/domain/core/time.ts";
import { compileOnce } from "#db/sql/compile-once.ts";
import type { Bit, Category, Database } from "#db/schema.ts";
import { assigneeOfTask } from "../find-tasks.server.ts";
import { currentReadingsQuery } from "../due/due-reading.server.ts";
import { alternativesOf, doubtsQuery } from "../readings/task-reading.server.ts";
import { doneFor } from "../due/done-for.ts";
import { type DueView, skippedTimeNote, viewDue } from "../due/due.server.ts";
import {
  firstPage,
  followingWindow,
  type ListWindow,
  pageSize,
  type Position,
} from "./window.server.ts";

export interface ListedTask {
  id: string;
  title: string;
  category: Category;
  description: string | null;
  assignee: string | null;
  assigneeId: string | null;
  aboutId: string | null;
  isCompleted: boolean;
  due: DueView | null;
  /** Set only for a new task whose title and date haven't changed. */
  reading: { words: string; undatedTitle: string; skippedTime: string | null } | null;
  /** "Done for Tuesday", if it was done late. */
  doneFor: string | null;
  /** Alternatives to an unsure date and category. */
  others: Others | null;
  /** Words of a new task's request that no task has. */
  unused: string | null;
}

interface Others {
  dues: { local: string; label: string }[];
  categories: Category[];
}

/** People notice a misread date at once. Later only the date page shows the words. */
const newForHours = 1;

/** An unsure reading is shown for longer. */
const unsureForHours = 24;

export interface TaskFilter {
  category?: Category;
  week?: { from: string; to: string };
}

/**
 * Lists open tasks before completed ones, newest first. `week` also includes open tasks due before
 * it.
 */
export async function listTasks(
  db: Kysely<Database>,
  viewer: { householdId: string; timeZone: string },
  now: string = nowIso(),
  { window = firstPage, ...filter }: { window?: ListWindow } & TaskFilter = {},
): Promise<{ tasks: ListedTask[]; next: ListWindow | null }> {
  const isPlain =
    window.pages === 1 &&
    !window.after &&
    Object.values(filter).every((value) => value === undefined);
  const list = async (isCompleted: Bit) => {
    const kind = isCompleted ? "done" : "open";
    const count = pageSize[kind] * window.pages;
    const rows = isPlain
      ? await firstPages[isCompleted](db, viewer.householdId)
      : await taskListQuery(db, viewer.householdId, isCompleted, {
          ...filter,
          after: window.after?.[kind],
        })
          .limit(count + 1)
          .execute();
    return { rows: rows.slice(0, count), hasMore: rows.length > count };
  };
  const open = await list(0);
  const done = await list(1);
  const hasMore = open.hasMore || done.hasMore;
  const next = hasMore
    ? followingWindow(window, { open: open.rows.at(-1), done: done.rows.at(-1) })
    : null;
  return { tasks: await viewTasks(db, viewer, [...open.rows, ...done.rows], now), next };
}

/** Lists these tasks of the household in this order. */
export async function listTasksById(
  db: Kysely<Database>,
  viewer: { householdId: string; timeZone: string },
  ids: string[],
  now: string,
): Promise<ListedTask[]> {
  const rows = new Map((await rowsById(db, viewer.householdId, ids)).map((row) => [row.id, row]));
  const ordered = ids.flatMap((id) => rows.get(id) ?? []);
  return viewTasks(db, viewer, ordered, now);
}

const rowsById = compileOnce((db, householdId: string, ids: string[]) =>
  taskRows(db, householdId).where("id", "in", idList(ids)),
);

type TaskRow = Awaited<ReturnType<typeof rowsById>>[number];

async function viewTasks(
  db: Kysely<Database>,
  viewer: { timeZone: string },
  rows: readonly TaskRow[],
  now: string,
): Promise<ListedTask[]> {
  const newerThan = (hours: number) => {
    const since = earlierBy(now, { hours });
    return rows
      .filter(({ is_completed, created_at }) => !is_completed && created_at >= since)
      .map(({ id }) => id);
  };
  const readings = await newReadings(db, newerThan(newForHours));
  const { others, unused } = await findDoubts(db, viewer.timeZone, {
    taskIds: newerThan(unsureForHours),
    now,
  });
  return rows.map(({ due_local, due_time_zone, is_completed, was_missed, ...task }) => ({
    id: task.id,
    title: task.title,
    category: task.category,
    description: task.description,
    assignee: task.assignee,
    assigneeId: task.assignee_id,
    aboutId: task.about_id,
    isCompleted: is_completed === 1,
    due: viewDue({ due_local, due_time_zone, ...task }, viewer.timeZone, now),
    doneFor: is_completed ? doneFor({ was_missed, due_local, due_time_zone }, now) : null,
    reading: readings.get(task.id) ?? null,
    others: others.get(task.id) ?? null,
    unused: unused.get(task.id) ?? null,
  }));
}

const firstPages = {
  0: compileOnce((db, householdId: string) =>
    taskListQuery(db, householdId, 0).limit(pageSize.open + 1),
  ),
  1: compileOnce((db, householdId: string) =>
    taskListQuery(db, householdId, 1).limit(pageSize.done + 1),
  ),
};

async function newReadings(db: Kysely<Database>, taskIds: string[]) {
  const rows = taskIds.length > 0 ? await listNewReadings(db, taskIds) : [];
  return new Map(
    rows.map(({ id, words, undatedTitle, ...due }) => [
      id,
      { words, undatedTitle, skippedTime: skippedTimeNote(due) },
    ]),
  );
}

const listNewReadings = compileOnce((db, taskIds: string[]) =>
  currentReadingsQuery(db)
    .select(["tasks.id", "due_readings.words", "due_readings.undated_title as undatedTitle"])
    .select(["due_readings.due_local", "due_readings.due_time_zone", "due_readings.skipped_local"])
    .where("due_readings.task_id", "in", idList(taskIds)),
);

async function findDoubts(
  db: Kysely<Database>,
  timeZone: string,
  { taskIds, now }: { taskIds: string[]; now: string },
) {
  const here = wallClockAt(now, timeZone);
  const rows = taskIds.length > 0 ? await listDoubts(db, taskIds) : [];
  const others = new Map<string, Others>();
  for (const { id, taskCategory, taskDueLocal, ...reading } of rows) {
    const { dues, categories } = alternativesOf(reading, {
      category: taskCategory,
      due_local: taskDueLocal,
    });
    const isAhead = (local: string) =>
      Temporal.PlainDateTime.compare(Temporal.PlainDateTime.from(local), here) > 0;
    const labelled = dues
      .filter(isAhead)
      .map((local) => ({ local, label: formatShortDue(local, here.toPlainDate()) }));
    others.set(id, { dues: labelled, categories });
  }
  return { others, unused: new Map(rows.map(({ id, unused }) => [id, unused])) };
}

const listDoubts = compileOnce(doubtsQuery);

export function taskListQuery(
  db: Kysely<Database>,
  householdId: string,
  isCompleted: Bit,
  { category, week, after }: TaskFilter & { after?: Position | null } = {},
) {
  return taskRows(db, householdId)
    .where("is_completed", "=", isCompleted)
    .$if(category !== undefined, (query) => query.where("category", "=", category!))
    .$if(week !== undefined, (query) => query.where("due_date", "<", week!.to))
    .$if(week !== undefined && isCompleted === 1, (query) =>
      query.where("due_date", ">=", week!.from),
    )
    .$if(Boolean(after), (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple("created_at", "id"), "<", tuple(after!.created_at, after!.id)),
      ),
    )
    .orderBy("created_at", "desc")
    .orderBy("id", "desc");
}

function taskRows(db: Kysely<Database>, householdId: string) {
  return db
    .selectFrom("tasks")
    .select(["id", "title", "category", "description", "is_completed", "assignee_id"])
    .select(["about_id", assigneeOfTask])
    .select(["due_date", "due_local", "due_time_zone", "due_has_time"])
    .select(["created_at", "was_missed"])
    .where("household_id", "=", opaque(householdId))
    .where("deleted_at", "is", null);
}
