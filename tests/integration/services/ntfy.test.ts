import { expect, test } from "vitest";
import type { Outcome } from "#app/services/sending.ts";
import { startFakeNtfy } from "../../fakes/ntfy.ts";
import type { Behaviour } from "../../fakes/provider-behaviour.ts";
import { newNotification, providersBy } from "./messages.ts";

const unclear: Outcome = { status: "unclear" };
const misconfigured: Outcome = { status: "misconfigured" };
const later: Outcome = { status: "later", isRateLimit: false };

/** The server's answers, their outcomes, and the number of accepted copies. */
const rows: [behaviour: Behaviour, outcome: Outcome, taken: number][] = [
  [{ type: "refusing", code: 40001 }, { status: "failed", reason: "refused" }, 0],
  [{ type: "refusing", code: 40101 }, misconfigured, 0],
  [{ type: "refusing", code: 40301 }, misconfigured, 0],
  [{ type: "refusing", code: 40401 }, misconfigured, 0],
  [{ type: "refusing", code: 50701 }, later, 0],
  [
    { type: "failing", status: 429, retryAfterSeconds: 7 },
    { status: "later", isRateLimit: true, retryAfterSeconds: 7 },
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
  await using ntfy = await startFakeNtfy();
  ntfy.behave(behaviour);
  expect(await providersBy(ntfy.settings).send(newNotification())).toEqual(outcome);
  expect({ requests: ntfy.requests.length, taken: ntfy.notifications().length }).toEqual({
    requests: 1,
    taken,
  });
});

test.concurrent("503, 503 and 200 take three requests", async () => {
  await using ntfy = await startFakeNtfy();
  ntfy.behave({ type: "failing", status: 503, times: 2 });
  expect(await providersBy(ntfy.settings).send(newNotification())).toMatchObject({
    status: "sent",
  });
  expect({ requests: ntfy.requests.length, taken: ntfy.notifications().length }).toEqual({
    requests: 3,
    taken: 1,
  });
});

test.concurrent("an absent server is retried later", async () => {
  const { settings, ...gone } = await startFakeNtfy();
  await gone[Symbol.asyncDispose]();
  expect(await providersBy(settings).send(newNotification())).toEqual(later);
});

test.concurrent("a notification opens its task, and its buttons post", async () => {
  await using ntfy = await startFakeNtfy();
  const message = newNotification();
  await providersBy({ ...ntfy.settings, NTFY_TOKEN: "tk_secret" }).send(message);
  expect(ntfy.requests[0]?.authorization).toBe("Bearer tk_secret");
  expect(ntfy.notifications()).toEqual([
    {
      topic: message.to,
      title: "Dentist",
      message: "Today at 3:00 PM.",
      sequence_id: message.deliveryId,
      click: message.url,
      actions: [
        {
          action: "http",
          label: "Done",
          url: message.buttons[0]?.url,
          method: "POST",
          clear: true,
        },
      ],
    },
  ]);
});

test.concurrent("the server notes a notification before it goes out, so that one cut off earlier costs nothing", async () => {
  await using ntfy = await startFakeNtfy();
  const refused = providersBy(ntfy.settings).send(newNotification(), () =>
    Promise.reject(new Error("taken over")),
  );
  await expect(refused).rejects.toThrow("taken over");
  expect(ntfy.requests).toEqual([]);
});

test("ntfy.sh is used unless it is switched off", () => {
  expect(providersBy({}).isSetUp("ntfy")).toBe(true);
  expect(providersBy({ NTFY_URL: "off" }).isSetUp("ntfy")).toBe(false);
});
