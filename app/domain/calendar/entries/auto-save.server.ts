import type { Transaction } from "kysely";
import { v7 as newId } from "uuid";
import type { Database } from "#db/schema.ts";
import { entryContent } from "./entry-content.ts";
import { newEventId } from "./event-id.ts";
import { queueEntry } from "./queue-entry.server.ts";

/**
 * Puts tasks that are ahead into the calendars of those who want that by itself: of who made each, and of who has said
 * that they will do it, by their own preferences, while they are members of its household. Each once: what somebody took
 * out of their calendar does not come back by a change.
 */
export async function autoSave(
  trx: Transaction<Database>,
  { taskIds }: { taskIds: string[] },
  now: string,
): Promise<void> {
  if (taskIds.length === 0) return;
  const wanted = await findWanted(trx, taskIds, now);
  for (const { user_id, ...task } of wanted) {
    const entry = { id: newId(), user_id, revision: 1 };
    await trx
      .insertInto("calendar_entries")
      .values({
        ...entry,
        task_id: task.id,
        event_id: newEventId(),
        content: entryContent(task),
        created_at: now,
      })
      .execute();
    await queueEntry(trx, entry, now);
  }
}

function findWanted(trx: Transaction<Database>, taskIds: string[], now: string) {
  return trx
    .selectFrom("tasks")
    .leftJoin("family_members as delegate", (join) =>
      join.onRef("delegate.id", "=", "tasks.delegated_to").on("tasks.delegation_status", "=", "accepted"),
    )
    .innerJoin("household_members as member", (join) =>
      join
        .onRef("member.household_id", "=", "tasks.household_id")
        .on((eb) =>
          eb.or([
            eb("member.user_id", "=", eb.ref("tasks.user_id")),
            eb("member.user_id", "=", eb.ref("delegate.linked_user_id")),
          ]),
        ),
    )
    .innerJoin("user_preferences as preferences", "preferences.user_id", "member.user_id")
    .innerJoin("calendar_connections as connection", "connection.user_id", "member.user_id")
    .leftJoin("calendar_entries as entry", (join) =>
      join.onRef("entry.task_id", "=", "tasks.id").onRef("entry.user_id", "=", "member.user_id"),
    )
    .select(["tasks.id", "tasks.title", "tasks.description", "tasks.due_date", "tasks.due_time_zone"])
    .select(["tasks.is_completed", "tasks.deleted_at", "member.user_id"])
    .where("tasks.id", "in", taskIds)
    .where("tasks.due_date", ">", now)
    .where("tasks.is_completed", "=", 0)
    .where("tasks.deleted_at", "is", null)
    .where("preferences.auto_save_to_calendar", "=", 1)
    .where("preferences.google_calendar_enabled", "=", 1)
    .where("entry.id", "is", null)
    .execute();
}
