import type { MessageType } from "#app/domain/outbox/message-type.ts";
import { findMerged } from "#app/domain/outbox/queries/merged.server.ts";
import type { Delivery, Preparation } from "#app/domain/outbox/preparation.ts";
import type { Reason } from "#app/domain/outbox/reasons.ts";
import { lateRemindersMessage } from "./late-reminders-text.ts";
import {
  addressFor,
  findReminderContexts,
  cancellationReason,
  channelCancellationReason,
  type ReminderContext,
  messageTask,
} from "./reminder-context.server.ts";

/** One message for every reminder that fell due while nothing could go out, about the tasks still open. */
export const lateRemindersType: MessageType = {
  label: "Late reminders",
  followsPreferences: true,
  async prepare(trx, deliveries, instance, now) {
    const parts = await findMerged(
      trx,
      deliveries.map(({ id }) => id),
    );
    const merged = Map.groupBy(parts, ({ merged_into }) => merged_into);
    const reminded = await findReminderContexts(
      trx,
      [...merged.values()].flat().map(({ subject_id }) => subject_id),
    );
    const prepared = new Map<string, Preparation>();
    for (const delivery of deliveries) {
      const about = (merged.get(delivery.id) ?? []).flatMap((one) => {
        const reminder = reminded.get(one.subject_id);
        // Each by the channel that was chosen for it: WhatsApp's may be among those that go by SMS.
        return reminder
          ? [{ reminder, against: cancellationReason(reminder) ?? channelCancellationReason(one, reminder) }]
          : [];
      });
      prepared.set(delivery.id, prepareOne(delivery, about));
    }
    return prepared;

    function prepareOne(
      delivery: Delivery,
      about: { reminder: ReminderContext; against: Reason | null }[],
    ): Preparation {
      const open = about.filter(({ against }) => !against);
      // One that is off only here may go elsewhere (change-channel.server.ts).
      const unwanted = about.find(({ against }) => against === "not_wanted");
      const cancelled = (unwanted ?? about[0])?.against ?? "withdrawn";
      const told = (open.length > 0 ? open : about).map(({ reminder }) => reminder);
      // Two reminders of one task may be late.
      const byId = new Map(told.map((reminder) => [reminder.task.id, reminder]));
      const tasks = [...byId.values()].flatMap((reminder) => messageTask(reminder) ?? []);
      const [first] = told;
      const to = first && addressFor(delivery, first);
      if (!to || tasks.length === 0) return { cancelled };
      const timeZone = first.person.timeZone ?? instance.timeZone;
      const message = lateRemindersMessage({ tasks, timeZone, origin: instance.origin, now });
      return open.length > 0 ? { to, message } : { cancelled, to, message };
    }
  },
};
