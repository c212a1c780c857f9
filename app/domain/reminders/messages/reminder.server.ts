import type { Kysely } from "kysely";
import type { MessageType } from "#app/domain/outbox/message-type.ts";
import type { Database } from "#db/schema.ts";
import type { Delivery, Instance, Preparation } from "#app/domain/outbox/preparation.ts";
import { reminderMessage } from "./reminder-text.ts";
import {
  addressFor,
  findReminderContexts,
  cancellationReason,
  channelCancellationReason,
  type ReminderContext,
  messageTask,
  moveReason,
} from "./reminder-context.server.ts";

/** A reminder of one task, while it is open and due at the time the reminder was made for. */
export const reminderType: MessageType = {
  label: "Reminder",
  followsPreferences: true,
  mergesLateInto: "late_reminders",
  describe: describeReminders,
  async prepare(trx, deliveries, instance, now) {
    const reminded = await findReminderContexts(
      trx,
      deliveries.map(({ subject_id }) => subject_id),
    );
    const prepared = new Map<string, Preparation>();
    for (const delivery of deliveries) {
      const about = reminded.get(delivery.subject_id);
      if (about) prepared.set(delivery.id, prepareOne(delivery, about, instance, now));
    }
    return prepared;
  },
};

async function describeReminders(db: Kysely<Database>, _userId: string, ids: string[]) {
  const rows = await db.selectFrom("reminders").select(["id", "message"]).where("id", "in", ids).execute();
  return new Map(rows.map(({ id, message }) => [id, message]));
}

function prepareOne(delivery: Delivery, about: ReminderContext, instance: Instance, now: string): Preparation {
  const to = addressFor(delivery, about);
  const wasMoved = about.reminder.scheduled_at !== delivery.due_at ? moveReason(about) : null;
  const against = cancellationReason(about) ?? wasMoved ?? channelCancellationReason(delivery, about);
  const task = messageTask(about);
  if (!to || !task) return { cancelled: against ?? "task_moved" };
  const { origin } = instance;
  const message = reminderMessage({ task, timeZone: about.person.timeZone ?? instance.timeZone, origin, now });
  return against ? { cancelled: against, to, message } : { to, message };
}
