import type { Kysely, Transaction } from "kysely";
import { findPeople } from "#app/domain/accounts/users.server.ts";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import type { Viewer } from "#app/domain/core/viewer.ts";
import { findHouseholdIds } from "#app/domain/people/household/membership.server.ts";
import { isRecorded, recordIfNew } from "#app/domain/outbox/reports/events.server.ts";
import { findMessage } from "#app/domain/outbox/views/find-message.server.ts";
import { buttonVersion } from "#app/domain/preferences/ntfy.server.ts";
import { findPreferences } from "#app/domain/preferences/preferences.server.ts";
import { inTransaction } from "#db/sql/in-transaction.ts";
import type { MessageButton } from "#app/services/sending.ts";
import { completeTask } from "#app/domain/tasks/changing/task.server.ts";
import { findTaskOrDeleted, isGone, type Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import { readAbout } from "../about-message.ts";
import { markReminderSeen, snoozeReminder } from "../reminder.server.ts";

interface Pressed {
  deliveryId: string;
  linkVersion?: number | undefined;
}

/** Shorter than the time for which events are kept, so that no button works twice. */
const daysUntilExpiry = 7;
const snoozedMinutes = 60;

export interface ReminderAction {
  /**
   * "over" means that nothing changed, because the button was pressed before or the reminder was
   * cancelled.
   */
  outcome: "done" | "snoozed" | "over" | "already_done" | "missed" | "gone" | "moved";
  task: Task;
  actor: Viewer;
  /** The name of the person who moved it, or "you". Null if it was nobody, or is not known. */
  mover?: string | null;
}

/**
 * Does what a button on a reminder's message says, once for each cause, such as a text. Acts on the
 * date that the message was about, even before that date of a series is open. Returns null without
 * such a message, or when it is too old; "left" if the user has left the task's household.
 * @param linkVersion the version in the link, for a button that is a link
 */
export async function actOnReminder(
  db: Kysely<Database>,
  {
    type,
    deliveryId,
    linkVersion,
    cause = "button",
  }: Pressed & { type: MessageButton["type"]; cause?: string },
  now: string = nowIso(),
): Promise<ReminderAction | "left" | null> {
  return inTransaction(db, async (trx) => {
    const found = await findReminded(trx, { deliveryId, linkVersion }, now);
    if (found === "left" || !found) return found;
    const { actor, task, reminder } = found;
    const event = `${deliveryId}:${type}:${cause}`;
    if (await isRecorded(trx, event)) return { outcome: "over", task, actor };
    const ended = endOf(found, type);
    if (ended === "moved")
      return { outcome: ended, task, actor, mover: await findMover(trx, actor, task) };
    if (ended) return { outcome: ended, task, actor };
    // A press that changed nothing may be repeated once the task is open again.
    await recordIfNew(trx, event, now);
    if (type === "done")
      return { outcome: (await completeTask(trx, actor, task.id)) ? "done" : "over", task, actor };
    if (found.isSnoozed) return { outcome: "over", task, actor };
    const ids = { taskId: task.id, reminderId: reminder.id };
    const outcome = await snoozeReminder(trx, actor, ids, snoozedMinutes, now);
    return { outcome: outcome === "snoozed" ? "snoozed" : "over", task, actor };
  });
}

function endOf(
  { task, isMoved }: { task: Task; isMoved: boolean },
  type: MessageButton["type"],
): "already_done" | "missed" | "gone" | "moved" | null {
  if (task.is_completed) return isGone(task) ? "gone" : "already_done";
  if (task.was_missed) return type === "done" ? null : "missed";
  if (isGone(task)) return "gone";
  return isMoved || !task.due_date ? "moved" : null;
}

async function findMover(
  trx: Transaction<Database>,
  { userId }: Viewer,
  { moved_by: by }: Task,
): Promise<string | null> {
  if (!by) return null;
  return by === userId ? "you" : ((await findPeople(trx, [by])).get(by)?.firstName ?? null);
}

/**
 * Records that a message was opened or closed. Returns false without such a message, or when it is
 * too old.
 */
export async function seeReminder(
  db: Kysely<Database>,
  pressed: Pressed,
  now: string = nowIso(),
): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const found = await findReminded(trx, pressed, now);
    if (found === "left" || !found) return false;
    await markReminderSeen(
      trx,
      found.actor,
      { taskId: found.task.id, reminderId: found.reminder.id },
      now,
    );
    return true;
  });
}

async function findReminded(
  trx: Transaction<Database>,
  { deliveryId, linkVersion }: Pressed,
  now: string,
) {
  const message = await findMessage(trx, deliveryId);
  if (message?.kind !== "reminder" && message?.kind !== "reminder_again") return null;
  if (message.created_at < earlierBy(now, { hours: 24 * daysUntilExpiry })) return null;
  const userId = message.user_id;
  const householdId = (await findHouseholdIds(trx, [userId])).get(userId);
  if (!householdId) return null;
  const isCurrent = async () =>
    linkVersion === buttonVersion(message.channel, await findPreferences(trx, userId));
  if (linkVersion !== undefined && !(await isCurrent())) return null;
  const reminder = await trx
    .selectFrom("reminders")
    .select(["id", "task_id", "planned_at", "scheduled_at"])
    .where("id", "=", message.subject_id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (!reminder) return null;
  const task = await findTaskOrDeleted(trx, { householdId }, reminder.task_id);
  if (!task) return "left";
  const { scheduledAt } = readAbout(message);
  return { reminder, actor: { userId, householdId }, task, ...sinceSent(reminder, scheduledAt) };
}

/**
 * Tells what happened since the message. A new date gives the reminder a new plan; a snooze only
 * delays it.
 * @param sentFor its time when the message was made
 */
function sinceSent(
  { planned_at, scheduled_at }: { planned_at: string; scheduled_at: string },
  sentFor: string,
): { isMoved: boolean; isSnoozed: boolean } {
  const isChanged = scheduled_at !== sentFor;
  const isMoved = isChanged && (scheduled_at === planned_at || planned_at > sentFor);
  return { isMoved, isSnoozed: isChanged && !isMoved };
}
