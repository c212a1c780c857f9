import type { Transaction } from "kysely";
import { findLastMessage } from "#app/domain/outbox/views/find-message.server.ts";
import { findMerged } from "#app/domain/outbox/queries/merged.server.ts";
import { earlierBy } from "#app/domain/core/time.ts";
import { actOnReminder } from "#app/domain/reminders/actions/act-on-reminder.server.ts";
import type { MessageButton } from "#app/services/sending.ts";
import type { Database, MessageKind } from "#db/schema.ts";
import type { Reply, Talk } from "./talk.ts";
import { noReminder, reminderAnswer, severalReminders } from "./reply-texts.ts";

const hours = 24;
const reminderKinds: MessageKind[] = ["reminder", "reminder_again", "late_reminders"];

/** The last one that went out by the channel of the text. */
export async function actOnLastReminder(
  trx: Transaction<Database>,
  type: MessageButton["type"],
  { user, text, now }: Talk,
): Promise<Reply> {
  const since = earlierBy(now, { hours });
  const last = await findLastMessage(trx, {
    kinds: reminderKinds,
    channel: text.channel,
    userId: user.userId,
    since,
  });
  const ids = last?.kind === "late_reminders" ? (await findMerged(trx, [last.id])).map(({ id }) => id) : [last?.id];
  const [deliveryId, other] = ids;
  if (other) return { text: severalReminders(), type: "other", taskIds: [] };
  const acted = deliveryId && (await actOnReminder(trx, { type, deliveryId, cause: text.providerId }, now));
  if (!acted) return { text: noReminder(), type: "other", taskIds: [] };
  const { outcome, task } = acted;
  const hasChanged = outcome === "done" || outcome === "snoozed";
  const reply = reminderAnswer(acted, { timeZone: user.timeZone, now });
  return { text: reply, type: hasChanged ? outcome : "other", taskIds: [task.id] };
}
