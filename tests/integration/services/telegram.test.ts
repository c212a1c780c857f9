import { expect, test } from "vitest";
import type { Outcome } from "#app/services/sending.ts";
import { startFakeTelegram } from "../../fakes/telegram.ts";
import type { Behaviour } from "../../fakes/provider-behaviour.ts";
import { newNotification, providersBy } from "./messages.ts";

const chat = 4_711;
const unclear: Outcome = { status: "unclear" };
const later: Outcome = { status: "later", isRateLimit: false };
const optedOut: Outcome = { status: "failed", reason: "opted_out" };

const newMessage = () => newNotification({ channel: "telegram", to: String(chat) });

/** Telegram's answers, their outcomes, and the number of accepted copies. */
const rows: [behaviour: Behaviour, outcome: Outcome, taken: number][] = [
  [{ type: "refusing", code: 403 }, optedOut, 0],
  [{ type: "refusing", code: 400 }, optedOut, 0],
  [{ type: "failing", status: 400 }, { status: "failed", reason: "refused" }, 0],
  [{ type: "refusing", code: 401 }, { status: "misconfigured" }, 0],
  [{ type: "refusing", code: 404 }, { status: "misconfigured" }, 0],
  [
    { type: "failing", status: 429 },
    { status: "later", isRateLimit: true, retryAfterSeconds: 3 },
    0,
  ],
  [{ type: "failing", status: 503, retryAfterSeconds: 7 }, { ...later, retryAfterSeconds: 7 }, 0],
  [{ type: "failing", status: 500 }, unclear, 0],
  [{ type: "taking_then_failing", status: 502 }, unclear, 1],
  [{ type: "hanging_up", when: "after_taking" }, unclear, 1],
  [{ type: "garbled", how: "a page" }, unclear, 1],
  [{ type: "garbled", how: "another shape" }, unclear, 1],
  [{ type: "lying", about: "its id" }, unclear, 1],
];

test.concurrent.for(rows)("%o means %o", async ([behaviour, outcome, taken]) => {
  await using telegram = await startFakeTelegram();
  telegram.behave(behaviour);
  expect(await providersBy(telegram.settings).send(newMessage())).toEqual(outcome);
  expect({ requests: telegram.requests.length, taken: telegram.messagesTo(chat).length }).toEqual({
    requests: 1,
    taken,
  });
});

test.concurrent("503, 503 and 200 take three requests", async () => {
  await using telegram = await startFakeTelegram();
  telegram.behave({ type: "failing", status: 503, times: 2 });
  const outcome = await providersBy(telegram.settings).send(newMessage());
  expect(outcome).toEqual({ status: "sent", providerId: `${chat}:1` });
  expect(telegram.requests).toHaveLength(3);
});

test.concurrent("a message has its link in the text, and buttons that name the message", async () => {
  await using telegram = await startFakeTelegram();
  const message = newMessage();
  await providersBy(telegram.settings).send(message);
  expect(telegram.messagesTo(chat)).toEqual([
    {
      chat_id: chat,
      text: "Dentist\nToday at 3:00 PM.\nhttps://mila.example.com/tasks/1",
      link_preview_options: { is_disabled: true },
      reply_markup: {
        inline_keyboard: [[{ text: "Done", callback_data: `done:${message.deliveryId}` }]],
      },
    },
  ]);
});

test.concurrent("a wrong token is a misconfiguration", async () => {
  await using telegram = await startFakeTelegram();
  const settings = {
    ...telegram.settings,
    TELEGRAM_BOT_TOKEN: "123456789:AAAnotherAnotherAnotherOne",
  };
  expect(await providersBy(settings).send(newMessage())).toEqual({ status: "misconfigured" });
});
