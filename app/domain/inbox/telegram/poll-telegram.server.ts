import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import type { Kysely } from "kysely";
import { v7 as newId } from "uuid";
import { isUnwritable } from "#db/sql/unwritable.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { TextReceiver } from "#app/domain/outbox/message-type.ts";
import type { Providers } from "#app/services/providers.server.ts";
import type { TelegramBot } from "#app/services/telegram/bot.server.ts";
import {
  answerTap,
  findUsername,
  listUpdates,
  type TelegramUpdate,
} from "#app/services/telegram/updates.server.ts";
import type { Database } from "#db/schema.ts";
import type { Answer } from "./answer.ts";
import type { createAnswers } from "./answers.server.ts";
import { handleUpdate } from "./handle-update.server.ts";
import { endLease, leaseBot, passUpdate, saveUsername } from "./lease.server.ts";

interface Poller {
  bot: TelegramBot;
  /** This worker. */
  holder: string;
  receiver: TextReceiver;
  providers: Pick<Providers, "send">;
  /** How often an update could not be handled. */
  failures: Map<number, number>;
  answers: ReturnType<typeof createAnswers>;
}

interface Log {
  warn: (facts: object, message: string) => void;
  error: (facts: object, message: string) => void;
}

const maxFailures = 3;

const secondsAfterRefusal = 10;
/** Mila calls itself by name only where messages of others stand beside its own. */
const ownName = /^Mila: /;

/** Waits some seconds for people's messages and answers them, unless another worker does. */
export async function pollTelegram(
  db: Kysely<Database>,
  { bot, holder, receiver, providers, failures, answers }: Poller,
  signal: AbortSignal,
  log: Log,
): Promise<void> {
  const leased = await leaseBot(db, { botId: bot.id, holder }, nowIso());
  if (!leased) return;
  if (!leased.username) {
    const username = await findUsername(bot);
    if (username) await saveUsername(db, bot.id, username);
  }
  const listed = await listUpdates(bot, leased.nextUpdate, signal);
  if (listed.status === "refused") {
    log.warn({ description: listed.description }, "Telegram refused to list messages");
    await wait(Math.max(listed.retryAfterSeconds, secondsAfterRefusal), signal);
  }
  for (const update of listed.status === "updates" ? listed.updates : []) {
    if (signal.aborted) break;
    // Reminders are sent between a hundred of them.
    await nextTurn();
    const now = nowIso();
    const passed = { botId: bot.id, holder, updateId: update.update_id };
    const isNew = (trx: Parameters<typeof passUpdate>[0]) => passUpdate(trx, passed, now);
    if ("isUnread" in update) {
      log.warn(
        { update: update.update_id },
        "a Telegram update has an unknown shape and is passed over",
      );
      await db.transaction().execute(isNew);
      continue;
    }
    try {
      for (const answer of await handleUpdate(db, { update, isNew, receiver }, now))
        answers.add(chatOf(update, answer), () => send(answer));
    } catch (error) {
      if (isUnwritable(error)) throw error;
      const count = (failures.get(update.update_id) ?? 0) + 1;
      failures.set(update.update_id, count);
      if (count < maxFailures) throw error;
      log.error({ err: error, update: update.update_id }, "a Telegram update was given up");
      await db.transaction().execute(isNew);
    }
  }
  await answers.settle();
  if (signal.aborted) await endLease(db, holder, nowIso());

  async function send(answer: Answer): Promise<void> {
    if (answer.type === "tap") return answerTap(bot, answer.id, answer.text);
    const message = {
      deliveryId: newId(),
      channel: "telegram" as const,
      to: answer.chat,
      title: "",
      url: null,
    };
    await providers.send({ ...message, text: answer.text.replace(ownName, ""), buttons: [] });
  }
}

/** A tap's answer goes to the chat it came from. */
function chatOf({ callback_query: tap }: TelegramUpdate, answer: Answer): string {
  return answer.type === "message" ? answer.chat : String(tap?.message?.chat.id);
}

async function wait(seconds: number, signal: AbortSignal): Promise<void> {
  await pause(seconds * 1_000, undefined, { signal }).catch(() => undefined);
}
