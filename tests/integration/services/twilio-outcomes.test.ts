import { expect, test } from "vitest";
import type { Outcome } from "#app/services/sending.ts";
import type { Behaviour } from "../../fakes/provider-behaviour.ts";
import { startFakeTwilio } from "../../fakes/twilio.ts";
import { aMomentAgo, newText, providersBy } from "./messages.ts";

const badAddress: Outcome = { status: "failed", reason: "bad_address" };
const unclear: Outcome = { status: "unclear" };
const misconfigured: Outcome = { status: "misconfigured" };

/** Twilio's answers, their outcomes, and the number of accepted copies. */
const rows: [behaviour: Behaviour, outcome: Outcome, taken: number][] = [
  [{ type: "refusing", code: 21211 }, badAddress, 0],
  [{ type: "refusing", code: 21614 }, badAddress, 0],
  [{ type: "refusing", code: 21635 }, badAddress, 0],
  [{ type: "refusing", code: 30006 }, badAddress, 0],
  [{ type: "refusing", code: 21610 }, { status: "failed", reason: "opted_out" }, 0],
  [{ type: "refusing", code: 21617 }, { status: "failed", reason: "refused" }, 0],
  [{ type: "refusing", code: 63016 }, { status: "other_channel", channel: "sms" }, 0],
  [{ type: "refusing", code: 20003 }, misconfigured, 0],
  [{ type: "refusing", code: 21606 }, misconfigured, 0],
  [
    { type: "failing", status: 429, retryAfterSeconds: 7 },
    { status: "later", isRateLimit: true, retryAfterSeconds: 7 },
    0,
  ],
  [{ type: "failing", status: 429 }, { status: "later", isRateLimit: true }, 0],
  [{ type: "failing", status: 500 }, unclear, 0],
  [{ type: "failing", status: 502 }, unclear, 0],
  [{ type: "failing", status: 504 }, unclear, 0],
  [{ type: "taking_then_failing", status: 500 }, unclear, 1],
  [{ type: "taking_then_failing", status: 502 }, unclear, 1],
  [{ type: "hanging_up", when: "before_taking" }, unclear, 0],
  [{ type: "hanging_up", when: "after_taking" }, unclear, 1],
  [{ type: "garbled", how: "not JSON" }, unclear, 1],
  [{ type: "garbled", how: "a page" }, unclear, 1],
  [{ type: "garbled", how: "nothing" }, unclear, 1],
  [{ type: "garbled", how: "another shape" }, unclear, 1],
  [{ type: "garbled", how: "null" }, unclear, 1],
  [{ type: "lying", about: "its id" }, unclear, 1],
  [{ type: "lying", about: "having failed" }, badAddress, 1],
];

test.concurrent.for(rows)("%o means %o", async ([behaviour, outcome, taken]) => {
  await using twilio = await startFakeTwilio();
  twilio.behave(behaviour);
  expect(await providersBy(twilio.settings).send(newText())).toEqual(outcome);
  // Only once, whatever happened to it.
  expect({ requests: twilio.requests.length, taken: twilio.messages().length }).toEqual({
    requests: 1,
    taken,
  });
});

test.concurrent("a sent message has Twilio's id, text and numbers, and can be looked up by it", async () => {
  await using twilio = await startFakeTwilio();
  const providers = providersBy(twilio.settings);
  const text = newText();
  const outcome = await providers.send(text);
  const [message] = twilio.messages();
  expect(message).toMatchObject({
    to: text.to,
    body: text.text,
    from: twilio.settings.TWILIO_SMS_FROM,
  });
  expect(outcome).toEqual({ status: "sent", providerId: message?.sid });
  expect(await providers.find(text, aMomentAgo())).toEqual({
    status: "found",
    providerIds: [message?.sid],
  });
});

test.concurrent("503, 503 and 201 take three requests, at least 200 and 400 ms apart", async () => {
  await using twilio = await startFakeTwilio();
  twilio.behave({ type: "failing", status: 503, times: 2 });
  expect(await providersBy(twilio.settings).send(newText())).toMatchObject({ status: "sent" });
  const posts = twilio.requests.filter(({ method }) => method === "POST");
  const [first = 0, second = 0, third = 0, ...more] = posts.map(({ at }) => at);
  expect(second - first).toBeGreaterThanOrEqual(199);
  expect(third - second).toBeGreaterThanOrEqual(399);
  expect({ more, taken: twilio.messages().length }).toEqual({ more: [], taken: 1 });
});

test.concurrent("a service that recovers within seconds gets the message", async () => {
  const first = await startFakeTwilio();
  const port = Number(new URL(first.origin).port);
  await first[Symbol.asyncDispose]();
  const sending = providersBy(first.settings).send(newText());
  await using back = await startFakeTwilio({ port });
  expect(await sending).toMatchObject({ status: "sent" });
  expect(back.messages()).toHaveLength(1);
});

/** In parallel, because each is slow: 10 s for an answer, 6 s for an absent service. */
const slowOrAbsent: [behaviour: Behaviour, outcome: object, requests: number][] = [
  // Six tries, with a search before each copy from the third on.
  [{ type: "failing", status: 503 }, { status: "unavailable" }, 10],
  [{ type: "taking_then_failing", status: 503 }, { status: "unavailable" }, 3],
  [
    { type: "failing", status: 503, retryAfterSeconds: 30 },
    { status: "unavailable", retryAfterSeconds: 30 },
    1,
  ],
  [{ type: "taking_then_silent" }, unclear, 1],
  [{ type: "stalling" }, unclear, 1],
  [{ type: "slow", answerMs: 5_000 }, { status: "sent", providerId: expect.any(String) }, 1],
];

test.concurrent("absent services are retried later, silent ones are unclear, and slow ones are waited for", async () => {
  const results = await Promise.all(
    slowOrAbsent.map(async ([behaviour]) => {
      await using twilio = await startFakeTwilio();
      twilio.behave(behaviour);
      const outcome = await providersBy(twilio.settings).send(newText());
      return [behaviour, outcome, twilio.requests.length];
    }),
  );
  expect(results).toEqual(slowOrAbsent);
});

test.concurrent("a wrong key is a misconfiguration", async () => {
  await using twilio = await startFakeTwilio();
  const providers = providersBy({ ...twilio.settings, TWILIO_AUTH_TOKEN: "wrong" });
  expect(await providers.send(newText())).toEqual(misconfigured);
});

test.concurrent("another server in Twilio's place is a misconfiguration", async () => {
  await using twilio = await startFakeTwilio();
  const providers = providersBy({ ...twilio.settings, TWILIO_BASE_URL: `${twilio.origin}/fake` });
  expect(await providers.send(newText())).toEqual(misconfigured);
});
