import type { Kysely } from "kysely";
import { remindedTaskIds } from "#app/domain/reminders/reminder-list.server.ts";
import { laterBy, nowIso } from "#app/domain/time.ts";
import type { Category, Database } from "#db/schema.ts";
import { standingReadings } from "./due-reading.server.ts";
import { type DueView, viewDue } from "./due.server.ts";

/** A task as a card shows it. */
export interface TaskSummary {
  id: string;
  title: string;
  category: Category;
  description: string | null;
  assignee: string | null;
  isCompleted: boolean;
  due: DueView | null;
  /** Due in more than an hour, and nobody will be reminded of it. */
  isUnreminded: boolean;
  /** How the date was read, while the task is new and still as it was read. */
  reading: { words: string; undatedTitle: string } | null;
}

/** A mistake in reading is noticed at once; afterwards the card is calm, and the date's page still tells. */
const newHours = 1;

/** All tasks of the household: open before completed, newest first. */
export async function listTasks(
  db: Kysely<Database>,
  viewer: { householdId: string; timeZone: string },
  now: string = nowIso(),
): Promise<TaskSummary[]> {
  const rows = await taskListQuery(db, viewer.householdId).execute();
  const reminded = await remindedTaskIds(db, viewer.householdId);
  const inAnHour = laterBy(now, { hours: 1 });
  const readings = await newReadings(db, viewer, laterBy(now, { hours: -newHours }));
  return rows.map(({ due_date, due_local, due_time_zone, is_completed, ...task }) => ({
    ...task,
    isCompleted: is_completed === 1,
    due: viewDue({ due_date, due_local, due_time_zone }, viewer.timeZone, now),
    isUnreminded: !is_completed && due_date !== null && due_date > inAnHour && !reminded.has(task.id),
    reading: readings.get(task.id) ?? null,
  }));
}

async function newReadings(db: Kysely<Database>, viewer: { householdId: string }, since: string) {
  const rows = await standingReadings(db, viewer)
    .select(["tasks.id", "due_readings.words", "due_readings.undated_title as undatedTitle"])
    .where("tasks.created_at", ">=", since)
    .execute();
  return new Map(rows.map(({ id, ...reading }) => [id, reading]));
}

/** The query behind `listTasks`, for the test that looks at its plan. */
export function taskListQuery(db: Kysely<Database>, householdId: string) {
  return db
    .selectFrom("tasks")
    .select(["id", "title", "category", "description", "assignee", "is_completed"])
    .select(["due_date", "due_local", "due_time_zone"])
    .where("household_id", "=", householdId)
    .where("deleted_at", "is", null)
    .orderBy("is_completed")
    .orderBy("created_at", "desc")
    .orderBy("id", "desc");
}
