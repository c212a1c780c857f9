import { escalationWays } from "#app/domain/outbox/channels/wanted-channels.ts";
import type { Message } from "#app/domain/outbox/message.ts";
import type { MessageType } from "#app/domain/outbox/message-type.ts";
import type { Delivery, Preparation } from "#app/domain/outbox/preparation.ts";
import type { Reason } from "#app/domain/outbox/reasons.ts";
import { type AgainPayload, readAgainPayload } from "../again-payload.ts";
import { describeReminders, writeReminder } from "./reminder.server.ts";
import {
  addressFor,
  cancellationReason,
  findReminderContexts,
  moveReason,
  type ReminderContext,
} from "./reminder-context.server.ts";

/** A reminder that nobody has seen, or that is not done. */
export const reminderAgainType: MessageType = {
  label: "Reminder, again",
  describe: describeReminders,
  async prepare(trx, deliveries, instance, now) {
    const contexts = await findReminderContexts(
      trx,
      deliveries.map(({ subject_id }) => subject_id),
    );
    const prepared = new Map<string, Preparation>();
    for (const delivery of deliveries) {
      const context = contexts.get(delivery.subject_id);
      if (!context) continue;
      const again = readAgainPayload(delivery);
      const to = addressFor(delivery, context);
      const cancelled = findReason(delivery, context, again) ?? (to ? null : "no_address");
      const message = writeReminder(delivery, context, instance, now);
      if (cancelled || !to || !message) prepared.set(delivery.id, { cancelled: cancelled ?? "task_moved" });
      else prepared.set(delivery.id, { to, message: withWhy(message, again) });
    }
    return prepared;
  },
};

function findReason(
  { channel }: Delivery,
  context: ReminderContext,
  { type, scheduledAt }: AgainPayload,
): Reason | null {
  const { reminder, preferences } = context;
  const reason = cancellationReason(context);
  if (reason) return reason;
  if (reminder.scheduled_at !== scheduledAt) return moveReason(context);
  if (!(type === "nag" ? preferences.nag_enabled : preferences.next_way_enabled)) return "not_wanted";
  if (!escalationWays(preferences).includes(channel)) return "not_wanted";
  const isSeen = reminder.seen_at !== null && reminder.seen_at >= scheduledAt;
  return type === "next_way" && isSeen ? "seen" : null;
}

const why = {
  nag: "It isn't done yet.",
  next_way: "You hadn't seen this reminder yet.",
};

function withWhy(message: Message, { type }: AgainPayload): Message {
  return { ...message, email: { ...message.email, body: [...message.email.body, why[type]] } };
}
