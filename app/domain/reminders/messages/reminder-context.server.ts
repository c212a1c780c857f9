import { titleForWhom } from "#app/domain/tasks/lists/about-beside.ts";
import type { Selectable, Transaction } from "kysely";
import { findPeople, type Person } from "#app/domain/accounts/users.server.ts";
import { idList } from "#db/sql/values.ts";
import { findHouseholdIds } from "#app/domain/people/household/membership.server.ts";
import { escalationChannels, unwantedReason } from "#app/domain/outbox/channels/wanted-channels.ts";
import type { Delivery } from "#app/domain/outbox/preparation.ts";
import type { Reason } from "#app/domain/outbox/reasons.ts";
import { ownAddress } from "#app/domain/preferences/own-address.ts";
import {
  findPreferencesByUser,
  type Preferences,
} from "#app/domain/preferences/preferences.server.ts";
import {
  findResponsibleUsers,
  remindedUser,
} from "#app/domain/tasks/find-responsible-users.server.ts";
import { findTasks, isGone, type Task } from "#app/domain/tasks/find-tasks.server.ts";
import type { Database } from "#db/schema.ts";
import type { About } from "../about-message.ts";
import { preferredMinutes } from "../preferred-minutes.ts";

export interface ReminderContext {
  reminder: Selectable<Database["reminders"]>;
  task: Task;
  person: Person;
  preferences: Preferences;
  isMember: boolean;
  /** True if the user does the task, or added it for somebody without an account. */
  isResponsible: boolean;
  /** The name of the person who does it, if it is somebody else. */
  doer: string | null;
}

export async function findReminderContexts(
  trx: Transaction<Database>,
  reminderIds: string[],
): Promise<Map<string, ReminderContext>> {
  const reminders = await trx
    .selectFrom("reminders")
    .selectAll()
    .where("id", "in", idList(reminderIds))
    .execute();
  const tasks = await findTasks(
    trx,
    reminders.map(({ task_id }) => task_id),
  );
  const userIds = [...new Set(reminders.map(({ user_id }) => user_id))];
  const people = await findPeople(trx, userIds);
  const preferencesByUser = await findPreferencesByUser(trx, userIds);
  const householdIds = await findHouseholdIds(trx, userIds);
  const responsible = await findResponsibleUsers(trx, [...tasks.values()]);
  return new Map(
    reminders.flatMap((reminder): [string, ReminderContext][] => {
      const { id, user_id, task_id } = reminder;
      const [task, person, preferences] = [
        tasks.get(task_id),
        people.get(user_id),
        preferencesByUser.get(user_id),
      ];
      if (!task || !person || !preferences) return [];
      const isMember = householdIds.get(user_id) === task.household_id;
      const users = responsible.get(task_id)!;
      const isResponsible = remindedUser(users) === user_id;
      const doer = users.doerId === user_id ? null : task.assignee;
      return [[id, { reminder, task, person, preferences, isMember, isResponsible, doer }]];
    }),
  );
}

/** Returns null if the reminder should still be sent. */
export function cancellationReason({
  reminder,
  task,
  preferences,
  isMember,
  isResponsible,
}: ReminderContext): Reason | null {
  if (isGone(task)) return "task_deleted";
  if (task.is_completed) return "task_done";
  if (!task.due_date) return "task_moved";
  if (reminder.status === "cancelled") return "reminder_cancelled";
  if (reminder.status !== "sent") return moveReason({ reminder });
  if (!isMember) return "not_a_member";
  if (reminder.origin === "preference") {
    if (!isResponsible) return "withdrawn";
    // Someone who snoozed it wants it, whatever their preferences say by now.
    const isWanted =
      isSnoozed(reminder) || preferredMinutes(preferences).includes(reminder.minutes_before);
    if (!isWanted) return "not_wanted";
  }
  return null;
}

export function isSeenSince(
  instant: string,
  { reminder }: Pick<ReminderContext, "reminder">,
): boolean {
  return reminder.seen_at !== null && reminder.seen_at >= instant;
}

/** Returns null if a message about the reminder should still be sent, by any channel. */
export function messageCancellationReason(about: About, context: ReminderContext): Reason | null {
  const { reminder, preferences } = context;
  const reason = cancellationReason(context);
  if (reason) return reason;
  if (reminder.scheduled_at !== about.scheduledAt) return moveReason(context);
  if (!about.again) return null;
  if (isSeenSince(about.scheduledAt, context)) return "seen";
  return (about.again === "unseen" ? preferences.next_way_enabled : preferences.nag_enabled)
    ? null
    : "not_wanted";
}

function moveReason({ reminder }: Pick<ReminderContext, "reminder">): Reason {
  return isSnoozed(reminder) ? "snoozed" : "task_moved";
}

/** A new due date discards a snooze, so a time later than planned comes from a snooze. */
const isSnoozed = ({ scheduled_at, planned_at }: ReminderContext["reminder"]): boolean =>
  scheduled_at > planned_at;

/** Returns null if the reminder should still be sent by this channel. */
export function channelCancellationReason(
  delivery: Delivery,
  context: ReminderContext,
  { again }: About,
): Reason | null {
  const { preferences } = context;
  const unwanted = unwantedReason(
    delivery,
    preferences,
    again ? escalationChannels(preferences) : undefined,
  );
  return unwanted ?? (addressFor(delivery, context) ? null : "no_address");
}

export function addressFor(
  { channel }: Delivery,
  { person, preferences }: Pick<ReminderContext, "person" | "preferences">,
): string | null {
  return ownAddress(channel, person.email, preferences);
}

/**
 * The title begins with who does the task, if that is not the recipient, and ends with whom it is
 * about. Returns null if the task has no due date any more.
 */
export function messageTask({
  doer,
  task: { id, title: own, about, description, due_date, due_time_zone },
}: ReminderContext) {
  if (!due_date || !due_time_zone) return null;
  const title = titleForWhom({ title: doer === null ? own : `${doer}: ${own}`, about });
  return { id, title, description, due: { instant: due_date, timeZone: due_time_zone } };
}
