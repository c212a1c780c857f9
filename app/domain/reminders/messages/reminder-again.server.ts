import { z } from "#app/domain/core/zod.ts";
import { escalationWays } from "#app/domain/outbox/channels/wanted-channels.ts";
import type { Message } from "#app/domain/outbox/message.ts";
import type { MessageType } from "#app/domain/outbox/message-type.ts";
import { type Delivery, type Preparation, readPayload } from "#app/domain/outbox/preparation.ts";
import type { Reason } from "#app/domain/outbox/reasons.ts";
import type { MessagePayloads } from "#db/schema.ts";
import { describeReminders, writeReminder } from "./reminder.server.ts";
import {
  addressFor,
  cancellationReason,
  findReminderContexts,
  moveReason,
  type ReminderContext,
} from "./reminder-context.server.ts";

type Payload = MessagePayloads["reminder_again"];

const payload: z.ZodType<Payload> = z.object({ type: z.enum(["nag", "next_way"]), scheduledAt: z.string() });

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
      const again = readPayload(payload, delivery);
      const to = addressFor(delivery, context);
      const cancelled = findReason(delivery, context, again) ?? (to ? null : "no_address");
      const message = writeReminder(delivery, context, instance, now);
      if (cancelled || !to || !message) prepared.set(delivery.id, { cancelled: cancelled ?? "task_moved" });
      else prepared.set(delivery.id, { to, message: withWhy(message, again) });
    }
    return prepared;
  },
};

/** The time of the reminder that the message repeats. */
export function readScheduledAt(delivery: Pick<Delivery, "payload">): string {
  return readPayload(payload, delivery).scheduledAt;
}

function findReason({ channel }: Delivery, context: ReminderContext, { type, scheduledAt }: Payload): Reason | null {
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

function withWhy(message: Message, { type }: Payload): Message {
  return { ...message, email: { ...message.email, body: [...message.email.body, why[type]] } };
}
