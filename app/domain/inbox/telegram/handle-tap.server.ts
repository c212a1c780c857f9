import type { Transaction } from "kysely";
import { findMessage } from "#app/domain/outbox/views/find-message.server.ts";
import { findUserByChat } from "#app/domain/preferences/preferences.server.ts";
import { actOnReminder } from "#app/domain/reminders/actions/act-on-reminder.server.ts";
import type { TelegramUpdate } from "#app/services/telegram/updates.server.ts";
import type { Database } from "#db/schema.ts";
import { answerButton } from "../talking/answer-action.server.ts";
import { recordRequest } from "../talking/chat-requests.server.ts";
import type { Answer } from "./answer.ts";

const noSuchReminder = "Nothing changed, this reminder is over.";

type Tap = NonNullable<TelegramUpdate["callback_query"]>;

/** A button on a reminder. Only the person it was sent to can press it. */
export async function handleTap(
  trx: Transaction<Database>,
  tap: Tap,
  now: string,
): Promise<Answer> {
  const answer = (text: string): Answer => ({ type: "tap", id: tap.id, text });
  const [, type, deliveryId = ""] = /^(done|snooze):([\da-f-]{36})$/.exec(tap.data ?? "") ?? [];
  const [userId] = await findUserByChat(trx, String(tap.message?.chat.id ?? ""));
  const message = userId ? await findMessage(trx, deliveryId) : undefined;
  if (!userId || message?.user_id !== userId || (type !== "done" && type !== "snooze"))
    return answer(noSuchReminder);
  const acted = await actOnReminder(trx, { type, deliveryId }, now);
  if (!acted) return answer(noSuchReminder);
  const { outcome, task } = acted;
  const words = await answerButton(trx, acted, null, now);
  if (outcome !== "done" && outcome !== "snoozed") return answer(words);
  await recordRequest(trx, { userId, isCharged: false, type: outcome, taskIds: [task.id] }, now);
  return answer(outcome === "done" ? `${words} Write UNDO to take it back.` : words);
}
