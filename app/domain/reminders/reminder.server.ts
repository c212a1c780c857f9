import type { Kysely } from "kysely";
import { bumpRevision } from "#app/domain/people/revision.server.ts";
import { announceTaskChange } from "#app/domain/tasks/events.server.ts";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { findTaskOrDeleted, isGone } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import type { ReminderScope } from "./input.ts";
import { deleteInBatches } from "#db/sql/batches.ts";
import { inHousehold } from "#app/domain/people/household/in-household.server.ts";

interface Member {
  userId: string;
  householdId: string;
}

interface ReminderIds {
  taskId: string;
  reminderId: string;
}

/**
 * Counts from the reminder's time, or from now if that has passed. Returns "over" if it is
 * cancelled, or its task is done.
 */
export async function snoozeReminder(
  db: Kysely<Database>,
  member: Member,
  ids: ReminderIds,
  minutes: number,
  now: string = nowIso(),
): Promise<"snoozed" | "over" | "missing"> {
  return inHousehold(db, member, async (trx) => {
    const reminder = await findReminder(trx, member, ids);
    if (!reminder) return "missing";
    const { status, is_completed, scheduled_at } = reminder;
    if (is_completed || (status !== "pending" && status !== "sent")) return "over";
    const from = scheduled_at > now ? scheduled_at : now;
    const until = laterBy(from, { minutes });
    await trx
      .updateTable("reminders")
      .set(({ ref }) => ({
        scheduled_at: until,
        status: "pending",
        snoozed_until: until,
        snoozed_plan: ref("planned_at"),
      }))
      .where("id", "=", ids.reminderId)
      .execute();
    await bumpRevision(trx, member.householdId);
    return "snoozed";
  });
}

/**
 * Removes a sent reminder from the user's open pages. Returns false if there is no such reminder.
 */
export async function markReminderSeen(
  db: Kysely<Database>,
  member: Member,
  ids: ReminderIds,
  now: string = nowIso(),
): Promise<boolean> {
  return inHousehold(db, member, async (trx) => {
    const reminder = await findReminder(trx, member, ids);
    if (!reminder) return false;
    // A reminder that was sent while the clock was ahead has been seen as well.
    const isEarly = reminder.status === "sent" && reminder.scheduled_at > now;
    const seen_at = isEarly ? reminder.scheduled_at : now;
    await trx.updateTable("reminders").set({ seen_at }).where("id", "=", ids.reminderId).execute();
    await bumpRevision(trx, member.householdId);
    return true;
  });
}

/**
 * Has no effect on a reminder that was already sent. Returns false if there is no such reminder.
 * @param scope "one" keeps it for the next tasks of the series
 */
export async function cancelReminder(
  db: Kysely<Database>,
  member: Member,
  ids: ReminderIds,
  scope: ReminderScope = "following",
  now: string = nowIso(),
): Promise<boolean> {
  return inHousehold(db, member, async (trx) => {
    if (!(await findReminder(trx, member, ids))) return false;
    if (scope === "following") {
      await trx
        .updateTable("reminders")
        .set({ repeats: 0 })
        .where("id", "=", ids.reminderId)
        .execute();
    }
    await trx
      .updateTable("reminders")
      .set({ status: "cancelled" })
      .where("id", "=", ids.reminderId)
      .where("status", "=", "pending")
      .execute();
    await announceTaskChange(trx, [ids.taskId], now);
    return true;
  });
}

/** Returns the latest time of a task's snoozed reminders that are due between these instants. */
export async function findSnoozedUntil(
  db: Kysely<Database>,
  taskId: string,
  { after, before }: { after: string; before: string },
): Promise<string | undefined> {
  const snoozed = await db
    .selectFrom("reminders")
    .select("scheduled_at")
    .where("task_id", "=", taskId)
    .where("status", "=", "pending")
    .whereRef("scheduled_at", ">", "planned_at")
    .where("scheduled_at", ">", after)
    .where("scheduled_at", "<", before)
    .orderBy("scheduled_at", "desc")
    .executeTakeFirst();
  return snoozed?.scheduled_at;
}

async function findReminder(
  db: Kysely<Database>,
  member: Member,
  { taskId, reminderId }: ReminderIds,
) {
  const reminder = await db
    .selectFrom("reminders")
    .select(["status", "scheduled_at"])
    .where("id", "=", reminderId)
    .where("task_id", "=", taskId)
    .where("user_id", "=", member.userId)
    .executeTakeFirst();
  const task = reminder && (await findTaskOrDeleted(db, member, taskId));
  return task && !isGone(task) ? { ...reminder, is_completed: task.is_completed } : undefined;
}

/** Deletes the reminders of an account that has ended. */
export async function removeRemindersOf(db: Kysely<Database>, userId: string): Promise<void> {
  const all = db.selectFrom("reminders").where("user_id", "=", userId);
  await deleteInBatches(db, "reminders", all);
}
