import type { Kysely, Transaction } from "kysely";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import { findHouseholdIds } from "#app/domain/household/members/membership.server.ts";
import { recordIfNew } from "#app/domain/outbox/reports/events.server.ts";
import { findMessage } from "#app/domain/outbox/views/find-message.server.ts";
import { inTransaction } from "#app/domain/tasks/changing/in-transaction.ts";
import type { MessageButton } from "#app/services/sending.ts";
import { completeTask } from "#app/domain/tasks/changing/task.server.ts";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { markReminderSeen, snoozeReminder } from "../reminder.server.ts";

/** Below the time for which events are kept, so that no button works twice. */
const daysUntilExpiry = 7;
const snoozedMinutes = 60;

export interface ReminderAction {
  outcome: "done" | "snoozed" | "over";
  task: { id: string; title: string };
}

/**
 * Does what a button on a reminder's message says, once for each cause, such as a text. Null without such a message, or
 * when it is too old.
 */
export async function actOnReminder(
  db: Kysely<Database>,
  { type, deliveryId, cause = "button" }: { type: MessageButton["type"]; deliveryId: string; cause?: string },
  now: string = nowIso(),
): Promise<ReminderAction | null> {
  return inTransaction(db, async (trx) => {
    const found = await findReminded(trx, deliveryId, now);
    if (!found) return null;
    const { message, reminder, actor, task } = found;
    const isNew = await recordIfNew(trx, `${deliveryId}:${type}:${cause}`, now);
    if (!isNew) return { outcome: "over", task };
    if (type === "done") return { outcome: (await completeTask(trx, actor, task.id)) ? "done" : "over", task };
    // Snoozed or moved since, the task has another reminder to come.
    const isMoved =
      message.kind === "reminder" ? reminder.scheduled_at !== message.due_at : reminder.scheduled_at > message.due_at;
    if (isMoved) return { outcome: "over", task };
    const ids = { taskId: task.id, reminderId: reminder.id };
    const outcome = await snoozeReminder(trx, actor, ids, snoozedMinutes, now);
    return { outcome: outcome === "snoozed" ? "snoozed" : "over", task };
  });
}

/** For a message that was opened or closed. False without such a message, or when it is too old. */
export async function seeReminder(db: Kysely<Database>, deliveryId: string, now: string = nowIso()): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const found = await findReminded(trx, deliveryId, now);
    if (!found) return false;
    await markReminderSeen(trx, found.actor, { taskId: found.task.id, reminderId: found.reminder.id }, now);
    return true;
  });
}

async function findReminded(trx: Transaction<Database>, deliveryId: string, now: string) {
  const message = await findMessage(trx, deliveryId);
  if (message?.kind !== "reminder" && message?.kind !== "reminder_again") return null;
  if (message.created_at < earlierBy(now, { hours: 24 * daysUntilExpiry })) return null;
  const userId = message.user_id;
  const householdId = (await findHouseholdIds(trx, [userId])).get(userId);
  const reminder = await trx
    .selectFrom("reminders")
    .select(["id", "task_id", "scheduled_at"])
    .where("id", "=", message.subject_id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  const task = householdId && reminder && (await findTask(trx, { householdId }, reminder.task_id));
  if (!task) return null;
  return { message, reminder, actor: { userId, householdId }, task: { id: task.id, title: task.title } };
}
