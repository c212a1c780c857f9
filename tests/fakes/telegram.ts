// A fake of Telegram's Bot API: node tests/fakes/telegram.ts [PORT [FILE]]
// FILE gets a line for each accepted message.
import type { SentMessage } from "./telegram/contract.ts";
import { answerTelegram } from "./telegram/api.ts";
import { newTelegramState, type TelegramState, type Update } from "./telegram/state.ts";
import type { Behaviour } from "./provider-behaviour.ts";
import { serve } from "./server.ts";

export interface FakeTelegram extends AsyncDisposable {
  origin: string;
  /** Settings that point an instance here. */
  settings: Record<string, string>;
  behave: (...rules: Behaviour[]) => void;
  requests: TelegramState["requests"];
  polls: number[];
  taps: TelegramState["taps"];
  /** Lists the messages accepted for this chat, oldest first. */
  messagesTo: (chat: number) => SentMessage[];
  /** Makes a person write to the bot. */
  write: (chat: number, text: string, type?: "private" | "group") => void;
  /** Adds any other update. */
  add: (content: object) => void;
  /** Lists the last update once more. */
  repeatLast: () => void;
  /** Makes a person press a button on a message. */
  tap: (chat: number, data: string) => void;
  /** Makes a person stop or restart the bot. */
  setStatus: (chat: number, status: "member" | "kicked") => void;
}

let updateId = 1_000;

/** Closing the fake throws if it got something that Telegram does not understand. */
export async function startFakeTelegram({
  port = 0,
  acceptedFile,
}: { port?: number; acceptedFile?: string | undefined } = {}): Promise<FakeTelegram> {
  const state = newTelegramState(acceptedFile);
  const server = await serve((request, response) => answerTelegram(state, request, response), port);
  let last: Update = { update_id: 0 };
  const add = (content: object) => {
    updateId += 1;
    last = { update_id: updateId, ...content };
    state.updates.push(last);
    state.endWait("updates");
  };
  const chatOf = (id: number, type = "private") => ({ id, type });
  state.write = (chat, text, type) =>
    add({
      message: {
        message_id: 1,
        date: Math.floor(Date.now() / 1_000),
        chat: chatOf(chat, type),
        text,
      },
    });
  return {
    origin: server.origin,
    settings: { TELEGRAM_BASE_URL: server.origin, TELEGRAM_BOT_TOKEN: state.token },
    behave: state.script.behave,
    requests: state.requests,
    polls: state.polls,
    taps: state.taps,
    messagesTo: (chat) => state.messages.filter(({ chat_id }) => chat_id === chat),
    write: state.write,
    add,
    repeatLast: () => void state.repeated.push(last),
    tap: (chat, data) =>
      add({ callback_query: { id: String(updateId), data, message: { chat: chatOf(chat) } } }),
    setStatus: (chat, status) =>
      add({ my_chat_member: { chat: chatOf(chat), new_chat_member: { status } } }),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      if (state.problems.length > 0)
        throw new Error(`Telegram would have refused: ${state.problems.join("; ")}`);
    },
  };
}

if (import.meta.main) {
  const [, , port = "0", acceptedFile] = process.argv;
  const { settings } = await startFakeTelegram({ port: Number(port), acceptedFile });
  console.log(
    Object.entries(settings)
      .map(([name, value]) => `${name}=${JSON.stringify(value)}`)
      .join(" "),
  );
}
