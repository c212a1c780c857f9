import type { Selectable, Transaction } from "kysely";
import { addDeliveries } from "#app/domain/outbox/scheduling/add-deliveries.server.ts";
import { extendExpiry } from "#app/domain/outbox/views/about-subject.server.ts";
import { laterBy } from "#app/domain/core/time.ts";
import { findTasks } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";

/** What is changed shortly before the task's time, or after it, is tried as long as this: it may be there, and wrong. */
const leastHoursTried = 3 * 24;

/**
 * Puts an entry's newest state on its way, until its task's time. What waits already will read it when it goes out; what
 * is going out at this moment may not have, and is followed by another.
 */
export async function queueEntry(
  trx: Transaction<Database>,
  entry: Pick<Selectable<Database["calendar_entries"]>, "id" | "task_id" | "user_id" | "revision">,
  now: string,
): Promise<void> {
  const expiresAt = await endOf(trx, entry.task_id, now);
  if (await extendExpiry(trx, { kind: "calendar_event", subjectId: entry.id, expiresAt })) return;
  const { id: subjectId, user_id: userId, revision } = entry;
  const dedupeKey = `calendar_event:${subjectId}:${revision}`;
  const delivery = { kind: "calendar_event", channel: "calendar", userId, subjectId } as const;
  await addDeliveries(trx, [{ ...delivery, dedupeKey, expiresAt }], now);
}

async function endOf(trx: Transaction<Database>, taskId: string, now: string): Promise<string> {
  const dueAt = (await findTasks(trx, [taskId])).get(taskId)?.due_date;
  const earliest = laterBy(now, { hours: leastHoursTried });
  return dueAt && dueAt > earliest ? dueAt : earliest;
}
