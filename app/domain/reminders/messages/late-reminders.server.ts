import type { MessageType } from "#app/domain/outbox/message-type.ts";
import { findMerged } from "#app/domain/outbox/queries/merged.server.ts";
import type { Delivery, Preparation } from "#app/domain/outbox/preparation.ts";
import type { Reason } from "#app/domain/outbox/reasons.ts";
import { readAbout } from "../about-message.ts";
import { lateRemindersMessage } from "./late-reminders-text.ts";
import {
  addressFor,
  findReminderContexts,
  channelCancellationReason,
  messageCancellationReason,
  type ReminderContext,
  messageTask,
} from "./reminder-context.server.ts";

/** Merges all reminders that came due while nothing could be sent. */
export const lateRemindersType: MessageType = {
  label: "Late reminders",
  followsPreferences: true,
  async prepare(trx, deliveries, instance, now) {
    const parts = await findMerged(
      trx,
      deliveries.map(({ id }) => id),
    );
    const merged = Map.groupBy(parts, ({ merged_into }) => merged_into);
    const contexts = await findReminderContexts(
      trx,
      [...merged.values()].flat().map(({ subject_id }) => subject_id),
    );
    const prepared = new Map<string, Preparation>();
    for (const delivery of deliveries) {
      const reminders = (merged.get(delivery.id) ?? []).flatMap((part) => {
        const reminder = contexts.get(part.subject_id);
        return reminder ? [{ reminder, reason: findReason(delivery, part, reminder) }] : [];
      });
      prepared.set(delivery.id, prepareOne(delivery, reminders));
    }
    return prepared;

    function prepareOne(
      delivery: Delivery,
      reminders: { reminder: ReminderContext; reason: Reason | null }[],
    ): Preparation {
      const open = reminders.filter(({ reason }) => !reason);
      // A reminder that is unwanted on this channel may still go by another one
      // (pass-over.server.ts).
      const unwanted = reminders.find(({ reason }) => reason === "not_wanted");
      const cancelled = (unwanted ?? reminders[0])?.reason ?? "withdrawn";
      const included = (open.length > 0 ? open : reminders).map(({ reminder }) => reminder);
      const byId = new Map(included.map((reminder) => [reminder.task.id, reminder]));
      const tasks = [...byId.values()].flatMap((reminder) => messageTask(reminder) ?? []);
      const [first] = included;
      const to = first && addressFor(delivery, first);
      if (!to || tasks.length === 0) return { cancelled };
      const timeZone = first.person.timeZone ?? instance.timeZone;
      const message = lateRemindersMessage({ tasks, timeZone, origin: instance.origin, now });
      return open.length > 0 ? { to, message } : { cancelled, to, message };
    }
  },
};

function findReason(digest: Delivery, part: Delivery, reminder: ReminderContext): Reason | null {
  const about = readAbout(part);
  return (
    messageCancellationReason(about, reminder) ?? channelCancellationReason(digest, reminder, about)
  );
}
