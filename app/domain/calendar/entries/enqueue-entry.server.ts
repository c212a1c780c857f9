import type { Selectable, Transaction } from "kysely";
import { addDeliveries } from "#app/domain/outbox/scheduling/add-deliveries.server.ts";
import { extendExpiry } from "#app/domain/outbox/views/about-subject.server.ts";
import { laterBy } from "#app/domain/core/time.ts";
import { findTasks } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";

/** Late changes also need time: the old entry may already be in the calendar. */
const minRetryHours = 3 * 24;

/** A waiting delivery will send the newest state; one being sent may not, so another follows it. */
export async function enqueueEntry(
  trx: Transaction<Database>,
  entry: Pick<Selectable<Database["calendar_entries"]>, "id" | "task_id" | "user_id" | "revision">,
  now: string,
): Promise<void> {
  const expiresAt = await findExpiry(trx, entry.task_id, now);
  if (await extendExpiry(trx, { kind: "calendar_event", subjectId: entry.id, expiresAt })) return;
  const { id: subjectId, user_id: userId, revision } = entry;
  const dedupeKey = `calendar_event:${subjectId}:${revision}`;
  const delivery = { kind: "calendar_event", channel: "calendar", userId, subjectId } as const;
  await addDeliveries(trx, [{ ...delivery, dedupeKey, expiresAt }], now);
}

async function findExpiry(
  trx: Transaction<Database>,
  taskId: string | null,
  now: string,
): Promise<string> {
  const dueAt = taskId && (await findTasks(trx, [taskId])).get(taskId)?.due_date;
  const earliest = laterBy(now, { hours: minRetryHours });
  return dueAt && dueAt > earliest ? dueAt : earliest;
}
