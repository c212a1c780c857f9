import { sql, type Transaction } from "kysely";
import type { Database } from "#db/schema.ts";
import { chosenChannel } from "#app/domain/outbox/channels/other-channel.server.ts";
import type { Delivery } from "#app/domain/outbox/preparation.ts";
import type { Reason } from "#app/domain/outbox/reasons.ts";
import { isStillWanted } from "#app/domain/outbox/channels/wanted-channels.ts";

export type Reminded = NonNullable<
  Awaited<ReturnType<typeof findReminded>> extends Map<string, infer Row> ? Row : never
>;

/** Everything that reminders depend on, by the reminder's id: the task, who is reminded, what they want. */
export async function findReminded(trx: Transaction<Database>, reminderIds: string[]) {
  const rows = await trx
    .selectFrom("reminders")
    .innerJoin("tasks", "tasks.id", "reminders.task_id")
    .innerJoin("users", "users.id", "reminders.user_id")
    .innerJoin("profiles", "profiles.id", "reminders.user_id")
    .innerJoin("user_preferences as preferences", "preferences.user_id", "reminders.user_id")
    .leftJoin("household_members as member", (join) =>
      join.onRef("member.user_id", "=", "reminders.user_id").onRef("member.household_id", "=", "tasks.household_id"),
    )
    .leftJoin("family_members as delegate", (join) =>
      join
        .onRef("delegate.id", "=", "tasks.delegated_to")
        .onRef("delegate.linked_user_id", "=", "reminders.user_id")
        .on("tasks.delegation_status", "=", "accepted"),
    )
    .select(["reminders.id", "reminders.origin", "reminders.minutes_before", "reminders.status"])
    .select(["reminders.planned_at", "reminders.scheduled_at", "reminders.user_id"])
    .select(["tasks.id as task_id", "tasks.title", "tasks.description", "tasks.due_date", "tasks.due_time_zone"])
    .select(["tasks.is_completed", "tasks.deleted_at", "tasks.user_id as maker_id"])
    .select(["users.email", "profiles.time_zone", "member.id as member_id", "delegate.id as delegate_id"])
    .select(["preferences.phone_number", "sms_enabled", "whatsapp_enabled", "email_enabled"])
    .select(["reminder_two_days_before", "reminder_one_hour_before"])
    // As one value: those of late messages may be more than a statement takes.
    .where("reminders.id", "in", sql<string>`(select value from json_each(${JSON.stringify(reminderIds)}))`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Why a reminder need not go out any more; null while it is to. */
export function reasonAgainst(reminded: Reminded): Reason | null {
  if (reminded.deleted_at) return "task_deleted";
  if (reminded.is_completed) return "task_done";
  if (!reminded.due_date) return "task_moved";
  if (reminded.status === "cancelled") return "reminder_cancelled";
  if (reminded.status !== "sent") return whyMoved(reminded);
  if (!reminded.member_id) return "not_a_member";
  if (reminded.origin === "preference") {
    if (reminded.user_id !== reminded.maker_id && !reminded.delegate_id) return "withdrawn";
    const isOn = reminded.minutes_before === 60 ? reminded.reminder_one_hour_before : reminded.reminder_two_days_before;
    if (!isOn) return "not_wanted";
  }
  return null;
}

/** Why it comes at another time: a task's new date makes nothing of what was snoozed. */
export function whyMoved({ planned_at, scheduled_at }: Reminded): Reason {
  return scheduled_at > planned_at ? "snoozed" : "task_moved";
}

/** Why it need not go out by the channel that it was to take; null while it is to. */
export function reasonAgainstChannel(delivery: Delivery, reminded: Reminded): Reason | null {
  if (!isStillWanted(chosenChannel(delivery), reminded)) return "not_wanted";
  return addressFor(delivery, reminded) ? null : "no_address";
}

/** E.164, or the account's e-mail address. */
export function addressFor(delivery: Delivery, reminded: Reminded): string | null {
  return delivery.channel === "email" ? reminded.email : reminded.phone_number;
}

/** The task as messages speak of it; null for one that has no date any more. */
export function remindedTask({ task_id, title, description, due_date, due_time_zone }: Reminded) {
  if (!due_date || !due_time_zone) return null;
  return { id: task_id, title, description, due: { instant: due_date, timeZone: due_time_zone } };
}
