import type { Kysely } from "kysely";
import { remindedTaskIds } from "#app/domain/reminders/reminder-list.server.ts";
import { laterBy, nowIso } from "#app/domain/time.ts";
import type { Category, Database } from "#db/schema.ts";
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
}

/** All tasks of the household: open before completed, newest first. */
export async function listTasks(
  db: Kysely<Database>,
  viewer: { householdId: string; timeZone: string },
  now: string = nowIso(),
): Promise<TaskSummary[]> {
  const rows = await taskListQuery(db, viewer.householdId).execute();
  const reminded = await remindedTaskIds(db, viewer.householdId);
  const inAnHour = laterBy(now, { hours: 1 });
  return rows.map(({ due_date, due_local, due_time_zone, is_completed, ...task }) => ({
    ...task,
    isCompleted: is_completed === 1,
    due: viewDue({ due_date, due_local, due_time_zone }, viewer.timeZone, now),
    isUnreminded: !is_completed && due_date !== null && due_date > inAnHour && !reminded.has(task.id),
  }));
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
