import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import type { Kysely } from "kysely";
import { v7 as newId } from "uuid";
import { isUnwritable } from "#db/sql/unwritable.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { Providers } from "#app/services/providers.server.ts";
import type { TelegramBot } from "#app/services/telegram/bot.server.ts";
import {
  answerTap,
  findUsername,
  listUpdates,
  type TelegramUpdate,
} from "#app/services/telegram/updates.server.ts";
import type { Database } from "#db/schema.ts";
import type { InboxSettings } from "../reader.ts";
import { type Answer, handleUpdate } from "./handle-update.server.ts";
import { endLease, leaseBot, saveUsername, updateReceipt } from "./lease.server.ts";

interface Poller {
  bot: TelegramBot;
  providers: Pick<Providers, "send">;
  settings: InboxSettings;
  /** Names this worker. */
  holder?: string;
  /** True if this runs on one worker of all. */
  isLed?: boolean;
}

interface Log {
  warn: (facts: object, message: string) => void;
  error: (facts: object, message: string) => void;
}

const maxFailures = 3;
const secondsAfterRefusal = 10;
/** A chat with so many unsent answers gets no further ones. */
const maxUnsent = 5;
/** Sending the answers of a usual batch takes less time. */
const maxWaitMs = 1_000;
/** Mila names herself only where her messages stand beside those of others. */
const ownName = /^Mila: /;

/**
 * Returns a function that waits some seconds for messages and answers them, unless another worker
 * does.
 */
export function createTelegramPoll(
  db: Kysely<Database>,
  { bot, providers, settings, holder = newId(), isLed: takesOver = false }: Poller,
  log: Log,
): (signal: AbortSignal) => Promise<void> {
  const answers = createAnswers((error) =>
    log.error({ err: error }, "a Telegram answer was not sent"),
  );
  /** Counts the times that an update could not be handled. */
  const failures = new Map<number, number>();

  return async (signal) => {
    const leased = await leaseBot(db, { botId: bot.id, holder, takesOver }, nowIso());
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
      // Lets reminders be sent between the updates of a large batch.
      await nextTurn();
      await handle(update);
    }
    await answers.settle();
    if (signal.aborted) await endLease(db, holder, nowIso());
  };

  /** Skips an update that fails again and again, so that it holds back no other. */
  async function handle(update: TelegramUpdate | { update_id: number; isUnread: true }) {
    const now = nowIso();
    const { update_id: updateId } = update;
    const receipt = updateReceipt({ botId: bot.id, holder, updateId }, now);
    if ("isUnread" in update) {
      log.warn({ update: updateId }, "a Telegram update has an unknown shape and is passed over");
      return db.transaction().execute(receipt.record);
    }
    try {
      for (const answer of await handleUpdate(db, { update, receipt, settings }, now))
        answers.add(chatOf(update, answer), () => send(answer));
    } catch (error) {
      if (isUnwritable(error)) throw error;
      const count = (failures.get(updateId) ?? 0) + 1;
      failures.set(updateId, count);
      if (count < maxFailures) throw error;
      log.error({ err: error, update: updateId }, "a Telegram update was given up");
      await db.transaction().execute(receipt.record);
    }
  }

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

/** Sends the answer to a tap to the chat it came from. */
function chatOf({ callback_query: tap }: TelegramUpdate, answer: Answer): string {
  return answer.type === "message" ? answer.chat : String(tap?.message?.chat.id);
}

/**
 * Sends each chat's answers in order, and no chat waits for another's: somebody who writes without
 * end must not hold up everyone.
 */
function createAnswers(logFailure: (error: unknown) => void) {
  const chats = new Map<string, { last: Promise<void>; unsent: number }>();

  function add(chat: string, send: () => Promise<unknown>): void {
    const { last, unsent } = chats.get(chat) ?? { last: Promise.resolve(), unsent: 0 };
    if (unsent >= maxUnsent) return;
    const sent = last
      .then(send)
      .catch(logFailure)
      .then(() => end(chat));
    chats.set(chat, { last: sent, unsent: unsent + 1 });
  }

  function end(chat: string): void {
    const { last, unsent } = chats.get(chat)!;
    if (unsent > 1) chats.set(chat, { last, unsent: unsent - 1 });
    else chats.delete(chat);
  }

  /** Waits until all answers are sent, or for a second. */
  async function settle(): Promise<void> {
    if (chats.size === 0) return;
    const ending = new AbortController();
    const sent = Promise.all([...chats.values()].map(({ last }) => last));
    const waited = pause(maxWaitMs, undefined, { signal: ending.signal }).catch(() => undefined);
    await Promise.race([sent, waited]);
    ending.abort();
  }

  return { add, settle };
}

async function wait(seconds: number, signal: AbortSignal): Promise<void> {
  await pause(seconds * 1_000, undefined, { signal }).catch(() => undefined);
}
