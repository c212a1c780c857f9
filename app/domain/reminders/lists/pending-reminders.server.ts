import type { Kysely } from "kysely";
import { idList, opaque } from "#db/sql/values.ts";
import { compileOnce } from "#db/sql/compile-once.ts";
import type { Database } from "#db/schema.ts";

/**
 * Returns a page of the tasks that will remind the user, soonest first, and where the next page
 * begins.
 * @param page.after the `last` of the previous page
 */
export async function listRemindedTasks(
  db: Kysely<Database>,
  userId: string,
  page: { atMost: number; after?: string },
): Promise<{ taskIds: string[]; last: string | undefined }> {
  const rows = await remindedTasksQuery(db, userId, page).execute();
  const end = rows.length < page.atMost ? undefined : rows.at(-1);
  return {
    taskIds: rows.map(({ task_id }) => task_id),
    last: end && `${end.scheduled_at} ${end.id}`,
  };
}

function remindedTasksQuery(
  db: Kysely<Database>,
  userId: string,
  { atMost, after = "" }: { atMost: number; after?: string },
) {
  const [scheduledAt = "", id = ""] = after.split(" ");
  return pendingRemindersQuery(db, userId)
    .select("id")
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple("scheduled_at", "id"), ">", tuple(scheduledAt, id)),
    )
    .orderBy("id")
    .limit(atMost);
}

/** Maps task ids to instants, soonest first. */
export async function findPendingReminders(
  db: Kysely<Database>,
  userId: string,
  taskIds: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await listPendingOf(db, userId, taskIds);
  const byTask = Map.groupBy(rows, ({ task_id }) => task_id);
  return new Map(
    [...byTask].map(([id, reminders]) => [id, reminders.map(({ scheduled_at }) => scheduled_at)]),
  );
}

const listPendingOf = compileOnce(pendingOfTasksQuery);

export function pendingOfTasksQuery(
  db: Kysely<Database>,
  userId: string,
  taskIds: readonly string[],
) {
  return db
    .selectFrom("reminders")
    .select(["task_id", "scheduled_at"])
    .where("task_id", "in", idList(taskIds))
    .where("user_id", "=", userId)
    .where("status", "=", "pending")
    .orderBy("scheduled_at");
}

export async function hasPendingReminders(db: Kysely<Database>, userId: string): Promise<boolean> {
  return (await listNextReminder(db, userId)).length > 0;
}

const listNextReminder = compileOnce((db, userId: string) =>
  pendingRemindersQuery(db, userId).limit(1),
);

function pendingRemindersQuery(db: Kysely<Database>, userId: string) {
  return db
    .selectFrom("reminders")
    .select(["task_id", "scheduled_at"])
    .where("user_id", "=", opaque(userId))
    .where("status", "=", "pending")
    .orderBy("scheduled_at");
}
