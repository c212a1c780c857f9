import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import { answerSending, answerBadly, control } from "../provider-answer.ts";
import { bodyOf, sendJson } from "../server.ts";
import { answerCallbackQuery, getUpdates, sendMessage, type SentMessage } from "./contract.ts";
import type { TelegramState } from "./state.ts";

const written = z.object({ chat: z.number(), text: z.string() });

export async function answerTelegram(
  state: TelegramState,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await bodyOf(request);
  const { url = "" } = request;
  const shown = { requests: () => state.requests, messages: () => state.messages };
  if (url === "/fake/write") {
    const { chat, text } = written.parse(body);
    state.write(chat, text);
    return sendJson(response, 200, {});
  }
  if (url.startsWith("/fake/"))
    return control(request, response, body, { script: state.script, shown });
  const [, token, method = ""] = /^\/bot([^/]+)\/(\w+)$/.exec(url) ?? [];
  state.requests.push({ method, at: Date.now() });
  if (token !== state.token) return sendJson(response, 401, failure(401));
  switch (method) {
    case "getMe":
      return sendJson(response, 200, {
        ok: true,
        result: { id: 123_456_789, is_bot: true, username: "mila_test_bot" },
      });
    case "sendMessage":
      return check(state, response, sendMessage.safeParse(body), (message) =>
        send(state, response, message),
      );
    case "getUpdates":
      return check(state, response, getUpdates.safeParse(body), ({ offset, timeout }) =>
        list(state, response, offset, timeout),
      );
    case "answerCallbackQuery":
      return check(state, response, answerCallbackQuery.safeParse(body), (tap) => {
        state.taps.push(tap);
        sendJson(response, 200, { ok: true, result: true });
      });
    default:
      return sendJson(response, 404, failure(404));
  }
}

async function check<Content>(
  state: TelegramState,
  response: ServerResponse,
  read: z.ZodSafeParseResult<Content>,
  act: (content: Content) => Promise<void> | void,
): Promise<void> {
  if (read.success) return act(read.data);
  state.problems.push(read.error.message);
  sendJson(response, 400, failure(400));
}

function send(state: TelegramState, response: ServerResponse, message: SentMessage): Promise<void> {
  const to = String(message.chat_id);
  const deliveryId =
    message.reply_markup?.inline_keyboard[0]?.[0]?.callback_data.split(":")[1] ?? null;
  const behaviour = state.script.next({ on: "sending", to, message: message.text });
  return answerSending(response, behaviour, {
    takenStatus: 200,
    take: () => {
      state.messages.push(message);
      const message_id = state.messages.length;
      const providerId = `${to}:${message_id}`;
      state.log({
        provider: "telegram",
        providerId,
        deliveryId,
        to,
        text: message.text,
        at: Date.now(),
      });
      return {
        ok: true,
        result: { message_id, date: 1, chat: { id: message.chat_id, type: "private" } },
      };
    },
    failure,
    refusal: (code) => ({
      status: code,
      body: failure(code, code === 400 ? "Bad Request: chat not found" : undefined),
    }),
    lie: () => ({ ok: true, result: {} }),
  });
}

/** Waits for the first update, like Telegram. A second poll ends the first one with a conflict. */
async function list(
  state: TelegramState,
  response: ServerResponse,
  offset: number,
  timeout: number,
): Promise<void> {
  const behaviour = state.script.next({ on: "asking", to: "", message: String(offset) });
  if (answerBadly(response, behaviour, { failure })) return;
  state.endWait("conflict");
  state.polls.push(offset);
  state.updates = state.updates.filter(({ update_id }) => update_id >= offset);
  if (state.updates.length === 0) {
    const ended = await new Promise<"updates" | "conflict">((resolve) => {
      state.endWait = resolve;
      response.once("close", () => resolve("updates"));
      setTimeout(() => resolve("updates"), timeout * 1_000).unref();
    });
    if (ended === "conflict") return sendJson(response, 409, failure(409));
  }
  sendJson(response, 200, { ok: true, result: [...state.repeated.splice(0), ...state.updates] });
}

function failure(status: number, description: string = "Something is wrong") {
  return {
    ok: false,
    error_code: status,
    description,
    ...(status === 429 && { parameters: { retry_after: 3 } }),
  };
}
