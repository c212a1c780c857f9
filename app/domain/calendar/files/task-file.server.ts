import type { Kysely } from "kysely";
import { isTheirs, standingOf } from "#app/domain/delegation/request-status.ts";
import type { Database } from "#db/schema.ts";
import { type CalendarTask, calendarEventOf } from "./calendar-event.ts";
import { writeCalendar } from "./calendar-file.server.ts";

/**
 * A task of the household as a calendar file, with the reminders that the viewer is still to get. "undated" when it has
 * no date, undefined when it is not there for them.
 * @param origin where its entry leads, if it leads anywhere
 */
export async function taskFile(
  db: Kysely<Database>,
  viewer: { userId: string; householdId: string },
  id: string,
  origin: string | null,
): Promise<string | "undated" | undefined> {
  const task = await calendarTasks(db)
    .where("tasks.id", "=", id)
    .where("household_id", "=", viewer.householdId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!task) return undefined;
  const reminders = await db
    .selectFrom("reminders")
    .select("scheduled_at")
    .where("task_id", "=", id)
    .where("user_id", "=", viewer.userId)
    .where("status", "=", "pending")
    .orderBy("scheduled_at")
    .execute();
  const remindersAt = reminders.map(({ scheduled_at }) => scheduled_at);
  return fileOf(task, origin && `${origin}/tasks/${id}`, remindersAt);
}

/**
 * The task of a request as a calendar file for whoever was asked. "undated" when it has no date, undefined when they
 * are not to do it (any more).
 * @param url where they can answer, if that can be opened
 */
export async function requestFile(
  db: Kysely<Database>,
  requestId: string,
  url: string | null,
): Promise<string | "undated" | undefined> {
  const request = await calendarTasks(db)
    .innerJoin("delegations", "delegations.task_id", "tasks.id")
    .select(["delegations.state", "done_at"])
    .where("delegations.id", "=", requestId)
    .executeTakeFirst();
  return request && isTheirs(standingOf(request)) ? fileOf(request, url, []) : undefined;
}

function calendarTasks(db: Kysely<Database>) {
  return db
    .selectFrom("tasks")
    .innerJoin("households", "households.id", "tasks.household_id")
    .select(["tasks.id", "title", "description", "category", "due_date", "is_completed", "deleted_at"])
    .select(["tasks.version", "tasks.created_at", "households.revised_at"]);
}

type Row = Omit<CalendarTask, "due_date"> & { due_date: string | null; revised_at: string | null };

function fileOf({ due_date, revised_at, ...task }: Row, url: string | null, remindersAt: string[]) {
  if (!due_date) return "undated" as const;
  const changedAt = revised_at ?? task.created_at;
  return writeCalendar([calendarEventOf({ ...task, due_date }, { changedAt, url, remindersAt })]);
}
