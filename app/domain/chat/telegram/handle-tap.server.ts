import type { Transaction } from "kysely";
import { findMessage } from "#app/domain/outbox/views/find-message.server.ts";
import { findUserByChat } from "#app/domain/preferences/preferences.server.ts";
import { actOnReminder } from "#app/domain/reminders/actions/act-on-reminder.server.ts";
import type { TelegramUpdate } from "#app/services/telegram/updates.server.ts";
import type { Database } from "#db/schema.ts";
import { recordRequest } from "../talking/chat-requests.server.ts";
import type { Answer } from "./answer.ts";

type Tap = NonNullable<TelegramUpdate["callback_query"]>;

const texts = {
  done: "Done. Write UNDO to take it back.",
  snoozed: "I'll remind you again in an hour.",
  over: "Nothing changed: this reminder is over.",
};

/** A button on a reminder. Only the person it was sent to can press it. */
export async function handleTap(trx: Transaction<Database>, tap: Tap, now: string): Promise<Answer> {
  const text = (outcome: keyof typeof texts): Answer => ({ type: "tap", id: tap.id, text: texts[outcome] });
  const [, type, deliveryId = ""] = /^(done|snooze):([\da-f-]{36})$/.exec(tap.data ?? "") ?? [];
  const [userId] = await findUserByChat(trx, String(tap.message?.chat.id ?? ""));
  const message = userId ? await findMessage(trx, deliveryId) : undefined;
  if (!userId || message?.user_id !== userId || (type !== "done" && type !== "snooze")) return text("over");
  const acted = await actOnReminder(trx, { type, deliveryId }, now);
  if (!acted || acted.outcome === "over") return text("over");
  const request = { userId, isCharged: false, type: acted.outcome, taskIds: [acted.task.id] };
  await recordRequest(trx, request, now);
  return text(acted.outcome);
}
