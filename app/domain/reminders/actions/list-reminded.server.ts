import type { Kysely } from "kysely";
import { idList } from "#db/sql/values.ts";
import { earlierBy } from "#app/domain/core/time.ts";
import { findMerged } from "#app/domain/outbox/queries/merged.server.ts";
import { listLastMessages } from "#app/domain/outbox/views/find-message.server.ts";
import { findTasks, type Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { Channel, Database } from "#db/schema.ts";

/** People may do something in the morning that they were reminded of two evenings before. */
export const hoursToAnswer = 48;

interface Reminded {
  deliveryId: string;
  task: Task;
  /** Equal for reminders that were sent together. */
  at: string;
}

/**
 * Lists the tasks that a user was recently reminded of by this channel, the last one first. Some
 * may be in a household that the user has left.
 */
export async function listReminded(
  db: Kysely<Database>,
  { userId, channel }: { userId: string; channel: Channel },
  now: string,
): Promise<Reminded[]> {
  const messages = await listLastMessages(db, {
    kinds: ["reminder", "reminder_again", "late_reminders"],
    channel,
    userId,
    since: earlierBy(now, { hours: hoursToAnswer }),
  });
  const parts = Map.groupBy(
    await findMerged(db, idsOf(messages)),
    ({ merged_into }) => merged_into,
  );
  const single = messages.flatMap(({ id, due_at: at, subject_id }) => {
    const merged = parts.get(id) ?? [];
    return merged.length > 0
      ? merged.map((part) => ({ deliveryId: part.id, reminderId: part.subject_id, at }))
      : [{ deliveryId: id, reminderId: subject_id, at }];
  });
  const rows = await db
    .selectFrom("reminders")
    .select(["id", "task_id"])
    .where("id", "in", idList(single.map(({ reminderId }) => reminderId)))
    .execute();
  const taskIds = new Map(rows.map(({ id, task_id }) => [id, task_id]));
  const tasks = await findTasks(db, [...new Set(taskIds.values())]);
  const reminded = new Map<string, Reminded>();
  for (const { deliveryId, reminderId, at } of single) {
    const task = tasks.get(taskIds.get(reminderId) ?? "");
    if (!task || reminded.has(task.id)) continue;
    reminded.set(task.id, { deliveryId, task, at });
  }
  return [...reminded.values()];
}

const idsOf = (messages: { id: string }[]) => messages.map(({ id }) => id);
