import type { Kysely } from "kysely";
import { idList, opaque } from "#db/sql/values.ts";
import { compileOnce } from "#db/sql/compile-once.ts";
import type { Viewer } from "#app/domain/core/viewer.ts";
import { isTaskInHousehold } from "#app/domain/tasks/find-tasks.server.ts";
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

export type PendingReminder = Awaited<ReturnType<typeof listPendingPage>>[number];

/**
 * Lists a user's pending reminders in a household, soonest first, one more than `most` if there are
 * more.
 * @param page.id set to find one of them
 */
export async function listPendingPage(
  db: Kysely<Database>,
  { userId, householdId }: Viewer,
  { after, most, taskId, id }: PendingPage,
) {
  return db
    .selectFrom("reminders")
    .select(["id", "task_id", "minutes_before", "scheduled_at", "message"])
    .where("user_id", "=", userId)
    .where("status", "=", "pending")
    .where((eb) => isTaskInHousehold(eb, "reminders.task_id", householdId))
    .$if(taskId !== undefined, (query) => query.where("task_id", "=", taskId!))
    .$if(id !== undefined, (query) => query.where("id", "=", id!))
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple("scheduled_at", "id"), ">", tuple(after!.scheduledAt, after!.id)),
      ),
    )
    .orderBy("scheduled_at")
    .orderBy("id")
    .limit(most + 1)
    .execute();
}

interface PendingPage {
  after?: { scheduledAt: string; id: string } | undefined;
  most: number;
  taskId?: string | undefined;
  id?: string;
}
