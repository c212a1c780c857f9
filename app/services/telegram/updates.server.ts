import { z } from "zod";
import { readEach, type Readings } from "../transport/read-each.ts";
import { callTelegram, readRefusal, type TelegramBot } from "./bot.server.ts";

/** Below the 10 s that an answer may take. */
const waitSeconds = 8;
const timeoutMs = 12_000;
const answerTimeoutMs = 5_000;

const chat = z.object({ id: z.number(), type: z.string() });

/** Contains only what Mila reads; an update without it counts as seen. */
const update = z.object({
  update_id: z.number(),
  message: z.object({ date: z.number(), chat, text: z.string().optional() }).optional(),
  callback_query: z
    .object({ id: z.string(), data: z.string().optional(), message: z.object({ chat }).optional() })
    .optional(),
  my_chat_member: z.object({ chat, new_chat_member: z.object({ status: z.string() }) }).optional(),
});

export type TelegramUpdate = z.infer<typeof update>;

const updates = z.object({ ok: z.literal(true), result: readEach(update) });
const numbered = z.object({ update_id: z.number() });
const me = z.object({ ok: z.literal(true), result: z.object({ username: z.string() }) });

/** An update in a form that Mila doesn't know. */
interface UnreadUpdate {
  update_id: number;
  isUnread: true;
}

type Updates =
  | { status: "updates"; updates: (TelegramUpdate | UnreadUpdate)[] }
  | { status: "refused"; description: string; retryAfterSeconds: number }
  | { status: "unanswered" };

/** Waits for new updates. Telegram deletes those before `offset`. */
export async function listUpdates(
  bot: TelegramBot,
  offset: number,
  signal: AbortSignal,
): Promise<Updates> {
  const allowed_updates = ["message", "callback_query", "my_chat_member"];
  const parameters = { offset, timeout: waitSeconds, allowed_updates };
  const result = await callTelegram(bot, "getUpdates", parameters, { timeoutMs, signal });
  if (result.type !== "answered") return { status: "unanswered" };
  const { data } = updates.safeParse(result.body);
  if (data) return { status: "updates", updates: inOrder(data.result) };
  const { description, retryAfterSeconds = 0 } = readRefusal(result.body);
  return {
    status: "refused",
    description: description || String(result.status),
    retryAfterSeconds,
  };
}

/** Omits updates without a number: a later one's number acknowledges them as well. */
function inOrder({ read, unread }: Readings<TelegramUpdate>): (TelegramUpdate | UnreadUpdate)[] {
  const passed = unread.flatMap((unreadable) => {
    const { data } = numbered.safeParse(unreadable);
    return data ? { ...data, isUnread: true as const } : [];
  });
  return [...read, ...passed].toSorted((one, other) => one.update_id - other.update_id);
}

/** Returns null without an answer. */
export async function findUsername(bot: TelegramBot): Promise<string | null> {
  const result = await callTelegram(bot, "getMe", {}, { timeoutMs: answerTimeoutMs });
  return result.type === "answered"
    ? (me.safeParse(result.body).data?.result.username ?? null)
    : null;
}

/** Stops the button's spinner and shows a line of text. */
export async function answerTap(bot: TelegramBot, id: string, text: string): Promise<void> {
  await callTelegram(
    bot,
    "answerCallbackQuery",
    { callback_query_id: id, text },
    { timeoutMs: answerTimeoutMs },
  );
}
