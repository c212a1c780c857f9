import type { Kysely, Transaction } from "kysely";
import { type LinkBase, reminderActionLink } from "#app/domain/core/links.server.ts";
import { laterBy } from "#app/domain/core/time.ts";
import type { MessageType } from "#app/domain/outbox/message-type.ts";
import type { Database } from "#db/schema.ts";
import type { Message } from "#app/domain/outbox/message.ts";
import type { Delivery, Instance, Preparation } from "#app/domain/outbox/preparation.ts";
import type { Due } from "#app/domain/outbox/rendering/format-due.ts";
import { buttonVersion } from "#app/domain/preferences/ntfy.server.ts";
import { type About, readAbout } from "../about-message.ts";
import { reminderMessage } from "./reminder-text.ts";
import {
  addressFor,
  channelCancellationReason,
  findReminderContexts,
  messageCancellationReason,
  messageTask,
  type ReminderContext,
} from "./reminder-context.server.ts";
import type { MessageButton } from "#app/services/sending.ts";

export const reminderType: MessageType = {
  label: "Reminder",
  followsPreferences: true,
  mergesLateInto: "late_reminders",
  keepsTime: "first",
  describe: describeReminders,
  prepare: prepareReminders,
};

/** Sends one more round of a reminder for a task that is not done. */
export const reminderAgainType: MessageType = {
  ...reminderType,
  label: "Reminder, again",
  getsHalf: true,
};

async function prepareReminders(
  trx: Transaction<Database>,
  deliveries: Delivery[],
  instance: Instance,
  now: string,
): Promise<Map<string, Preparation>> {
  const contexts = await findReminderContexts(
    trx,
    deliveries.map(({ subject_id }) => subject_id),
  );
  const prepared = new Map<string, Preparation>();
  for (const delivery of deliveries) {
    const context = contexts.get(delivery.subject_id);
    if (context) prepared.set(delivery.id, prepareOne(delivery, context, instance, now));
  }
  return prepared;
}

async function describeReminders(db: Kysely<Database>, _userId: string, ids: string[]) {
  const rows = await db
    .selectFrom("reminders")
    .select(["id", "message"])
    .where("id", "in", ids)
    .execute();
  return new Map(rows.map(({ id, message }) => [id, message]));
}

function prepareOne(
  delivery: Delivery,
  context: ReminderContext,
  instance: Instance,
  now: string,
): Preparation {
  const about = readAbout(delivery);
  const to = addressFor(delivery, context);
  const reason =
    messageCancellationReason(about, context) ??
    channelCancellationReason(delivery, context, about);
  const message = writeReminder(delivery, context, about, instance, now);
  if (!to || !message) return { cancelled: reason ?? "task_moved" };
  return reason ? { cancelled: reason, to, message } : { to, message };
}

const why = { unseen: "You hadn't seen this reminder yet.", not_done: "It isn't done yet." };

/** Returns null if the task has no due date any more. */
function writeReminder(
  delivery: Delivery,
  context: ReminderContext,
  about: About,
  instance: Instance,
  now: string,
): Message | null {
  const task = messageTask(context);
  if (!task) return null;
  const { origin } = instance;
  const timeZone = context.person.timeZone ?? instance.timeZone;
  const link = {
    deliveryId: delivery.id,
    version: buttonVersion(delivery.channel, context.preferences),
  };
  const message = reminderMessage({ task, timeZone, origin, now });
  return {
    ...message,
    email: {
      ...message.email,
      body: [...message.email.body, ...(about.again ? [why[about.again]] : [])],
    },
    buttons: reminderButtons(instance, link),
    push: {
      subject: task.id,
      usefulUntil: usefulUntil(task.due, now),
      urgency: "high" as const,
      seenUrl: reminderActionLink(instance, "seen", link),
    },
  };
}

/** A phone that was off shows it until the task is due, or at least for an hour. */
function usefulUntil({ instant }: Due, now: string): string {
  const earliest = laterBy(now, { hours: 1 });
  return instant > earliest ? instant : earliest;
}

function reminderButtons(
  base: LinkBase,
  message: { deliveryId: string; version: number },
): MessageButton[] {
  return [
    { type: "done", label: "Done", url: reminderActionLink(base, "done", message) },
    { type: "snooze", label: "In 1 hour", url: reminderActionLink(base, "snooze", message) },
  ];
}
