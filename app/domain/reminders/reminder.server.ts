import type { Kysely } from "kysely";
import { bumpRevision } from "#app/domain/household/revision.server.ts";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { findTask } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";

interface Member {
  userId: string;
  householdId: string;
}

/** Which reminder: one of the member's own, of a task of their household. */
interface ReminderOfTask {
  taskId: string;
  reminderId: string;
}

/**
 * Puts a reminder off: so many minutes after its time, or after now when that has passed. One that was sent comes again.
 * @returns "over" for one that cannot come any more (cancelled, or its task is done), "missing" for one that is not theirs
 */
export async function snoozeReminder(
  db: Kysely<Database>,
  member: Member,
  of: ReminderOfTask,
  minutes: number,
  now: string = nowIso(),
): Promise<"snoozed" | "over" | "missing"> {
  return db.transaction().execute(async (trx) => {
    const reminder = await findReminder(trx, member, of);
    if (!reminder) return "missing";
    const { status, is_completed, scheduled_at } = reminder;
    if (is_completed || (status !== "pending" && status !== "sent")) return "over";
    const from = scheduled_at > now ? scheduled_at : now;
    await trx
      .updateTable("reminders")
      .set({ scheduled_at: laterBy(from, { minutes }), status: "pending" })
      .where("id", "=", of.reminderId)
      .execute();
    await bumpRevision(trx, member.householdId);
    return "snoozed";
  });
}

/**
 * Cancels a reminder that has not gone out yet; any other stays as it is.
 * @returns false for one that is not theirs
 */
export async function cancelReminder(db: Kysely<Database>, member: Member, of: ReminderOfTask): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    if (!(await findReminder(trx, member, of))) return false;
    await trx
      .updateTable("reminders")
      .set({ status: "cancelled" })
      .where("id", "=", of.reminderId)
      .where("status", "=", "pending")
      .execute();
    await bumpRevision(trx, member.householdId);
    return true;
  });
}

async function findReminder(db: Kysely<Database>, member: Member, { taskId, reminderId }: ReminderOfTask) {
  const reminder = await db
    .selectFrom("reminders")
    .select(["status", "scheduled_at"])
    .where("id", "=", reminderId)
    .where("task_id", "=", taskId)
    .where("user_id", "=", member.userId)
    .executeTakeFirst();
  const task = reminder && (await findTask(db, member, taskId));
  return task && { ...reminder, is_completed: task.is_completed };
}
