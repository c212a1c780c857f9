import type { Selectable, Transaction } from "kysely";
import { findPeople, type Person } from "#app/domain/accounts/users.server.ts";
import { idList } from "#app/domain/core/id-list.ts";
import { findHomes } from "#app/domain/household/members/membership.server.ts";
import { chosenChannel } from "#app/domain/outbox/channels/other-channel.server.ts";
import { isStillWanted } from "#app/domain/outbox/channels/wanted-channels.ts";
import type { Delivery } from "#app/domain/outbox/preparation.ts";
import type { Reason } from "#app/domain/outbox/reasons.ts";
import { findPreferencesOf, type Preferences } from "#app/domain/preferences/preferences.server.ts";
import { findResponsibleUsers } from "#app/domain/tasks/find-responsible-users.server.ts";
import { findTasks, type Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";

/** Everything that a reminder depends on: the task, who is reminded, what they want. */
export interface ReminderContext {
  reminder: Selectable<Database["reminders"]>;
  task: Task;
  person: Person;
  preferences: Preferences;
  isMember: boolean;
  /** They made the task, or have said that they will do it. */
  isResponsible: boolean;
}

/** These reminders by id, with everything that they depend on. */
export async function findReminderContexts(
  trx: Transaction<Database>,
  reminderIds: string[],
): Promise<Map<string, ReminderContext>> {
  const reminders = await trx.selectFrom("reminders").selectAll().where("id", "in", idList(reminderIds)).execute();
  const tasks = await findTasks(
    trx,
    reminders.map(({ task_id }) => task_id),
  );
  const userIds = [...new Set(reminders.map(({ user_id }) => user_id))];
  const people = await findPeople(trx, userIds);
  const preferencesOf = await findPreferencesOf(trx, userIds);
  const homes = await findHomes(trx, userIds);
  const responsible = await findResponsibleUsers(trx, [...tasks.values()]);
  return new Map(
    reminders.flatMap((reminder): [string, ReminderContext][] => {
      const { id, user_id, task_id } = reminder;
      const [task, person, preferences] = [tasks.get(task_id), people.get(user_id), preferencesOf.get(user_id)];
      if (!task || !person || !preferences) return [];
      const isMember = homes.get(user_id) === task.household_id;
      const isResponsible = Object.values(responsible.get(task_id) ?? {}).includes(user_id);
      return [[id, { reminder, task, person, preferences, isMember, isResponsible }]];
    }),
  );
}

/** Why a reminder need not go out any more; null while it is to. */
export function cancellationReason({
  reminder,
  task,
  preferences,
  isMember,
  isResponsible,
}: ReminderContext): Reason | null {
  if (task.deleted_at) return "task_deleted";
  if (task.is_completed) return "task_done";
  if (!task.due_date) return "task_moved";
  if (reminder.status === "cancelled") return "reminder_cancelled";
  if (reminder.status !== "sent") return moveReason({ reminder });
  if (!isMember) return "not_a_member";
  if (reminder.origin === "preference") {
    if (!isResponsible) return "withdrawn";
    const { reminder_one_hour_before: oneHour, reminder_two_days_before: twoDays } = preferences;
    if (!(reminder.minutes_before === 60 ? oneHour : twoDays)) return "not_wanted";
  }
  return null;
}

/** Why it comes at another time: a task's new date makes nothing of what was snoozed. */
export function moveReason({ reminder }: Pick<ReminderContext, "reminder">): Reason {
  return reminder.scheduled_at > reminder.planned_at ? "snoozed" : "task_moved";
}

/** Why it need not go out by the channel that it was to take; null while it is to. */
export function channelCancellationReason(delivery: Delivery, reminded: ReminderContext): Reason | null {
  if (!isStillWanted(chosenChannel(delivery), reminded.preferences)) return "not_wanted";
  return addressFor(delivery, reminded) ? null : "no_address";
}

/** E.164, or the account's e-mail address. */
export function addressFor(
  { channel }: Delivery,
  { person, preferences }: Pick<ReminderContext, "person" | "preferences">,
): string | null {
  return channel === "email" ? person.email : preferences.phone_number;
}

/** The task as messages speak of it; null for one that has no date any more. */
export function messageTask({ task: { id, title, description, due_date, due_time_zone } }: ReminderContext) {
  if (!due_date || !due_time_zone) return null;
  return { id, title, description, due: { instant: due_date, timeZone: due_time_zone } };
}
