import { expect, test } from "vitest";
import type { Outcome } from "#app/services/sending.ts";
import { startFakeGoogle } from "../../fakes/google.ts";
import type { Behaviour } from "../../fakes/provider-behaviour.ts";
import { newEntry, providersBy } from "./messages.ts";

const email = "nora@example.com";
const unclear: Outcome = { status: "unclear" };
const later: Outcome = { status: "later", isRateLimit: false };
const limited: Outcome = { status: "later", isRateLimit: true };
const notAllowed: Outcome = { status: "failed", reason: "not_allowed" };
const grantGone: Outcome = { status: "needs_user", problem: "grant_gone" };
const failing = (status: number, reason = ""): Behaviour => ({ type: "failing", status, reason });

/** Google's answers, their outcomes, and the resulting number of events. */
const rows: [behaviour: Behaviour, outcome: Outcome, events: number][] = [
  [failing(400), { status: "failed", reason: "refused" }, 0],
  [failing(401), grantGone, 0],
  [failing(403, "rateLimitExceeded"), limited, 0],
  [failing(403, "userRateLimitExceeded"), later, 0],
  [failing(403, "quotaExceeded"), later, 0],
  [failing(403, "accessNotConfigured"), { status: "misconfigured" }, 0],
  [failing(403, "insufficientPermissions"), grantGone, 0],
  [failing(403, "forbidden"), notAllowed, 0],
  [failing(403), notAllowed, 0],
  [failing(429), limited, 0],
  [{ type: "failing", status: 429, retryAfterSeconds: 7 }, { ...limited, retryAfterSeconds: 7 }, 0],
  [
    { type: "failing", status: 403, reason: "rateLimitExceeded", retryAfterSeconds: 9 },
    { ...limited, retryAfterSeconds: 9 },
    0,
  ],
  [failing(500), unclear, 0],
  [{ type: "taking_then_failing", status: 500 }, unclear, 1],
  [{ type: "hanging_up", when: "before_taking" }, unclear, 0],
  [{ type: "hanging_up", when: "after_taking" }, unclear, 1],
  [{ type: "garbled", how: "not JSON" }, unclear, 1],
  [{ type: "garbled", how: "nothing" }, unclear, 1],
  [{ type: "garbled", how: "another shape" }, unclear, 1],
  [{ type: "lying", about: "its id" }, unclear, 1],
];

test.concurrent.for(rows)("%o means %o", async ([behaviour, outcome, events]) => {
  await using google = await startFakeGoogle();
  google.behave(behaviour);
  expect(await providersBy(google.settings).send(newEntry(google.allow(email)))).toEqual(outcome);
  expect(google.events(email)).toHaveLength(events);
});

test.concurrent("a gateway's 502 or 504 is retried, because our own id prevents duplicates", async () => {
  await using google = await startFakeGoogle();
  google.behave({ type: "taking_then_failing", status: 502, times: 1 });
  const entry = newEntry(google.allow(email));
  expect(await providersBy(google.settings).send(entry)).toEqual({
    status: "sent",
    providerId: entry.eventId,
  });
  expect(google.events(email)).toHaveLength(1);
  // Insert, insert again (409), get, update.
  expect(google.requests.map(({ method }) => method)).toEqual(["POST", "POST", "GET", "PATCH"]);
});

test.concurrent("503, 503 and 200 take three requests, at least 200 and 400 ms apart", async () => {
  await using google = await startFakeGoogle();
  google.behave({ type: "failing", status: 503, times: 2 });
  expect(await providersBy(google.settings).send(newEntry(google.allow(email)))).toMatchObject({
    status: "sent",
  });
  const [first = 0, second = 0, third = 0, ...more] = google.requests.map(({ at }) => at);
  expect(second - first).toBeGreaterThanOrEqual(199);
  expect(third - second).toBeGreaterThanOrEqual(399);
  expect(more).toEqual([]);
});

test.concurrent("an absent service is retried later and a silent one is unclear, both in time", async () => {
  await using google = await startFakeGoogle();
  const providers = providersBy(google.settings);
  const [absent, silent] = [
    google.person("absent@example.com"),
    google.person("silent@example.com"),
  ];
  google.behave(
    { type: "failing", status: 503, to: absent.email },
    { type: "taking_then_silent", to: silent.email },
  );
  const send = (person: { email: string }) => providers.send(newEntry(google.allow(person.email)));
  expect(await Promise.all([send(absent), send(silent)])).toEqual([later, unclear]);
});

test.concurrent("a Retry-After is respected and not anticipated", async () => {
  await using google = await startFakeGoogle();
  google.behave({ type: "failing", status: 503, retryAfterSeconds: 7 });
  expect(await providersBy(google.settings).send(newEntry(google.allow(email)))).toEqual({
    ...later,
    retryAfterSeconds: 7,
  });
  expect(google.requests).toHaveLength(1);
});

test.concurrent("a wrong client is the instance's misconfiguration, and a revoked grant is the user's", async () => {
  await using google = await startFakeGoogle();
  const token = google.allow(email);
  const wrong = providersBy({ ...google.settings, GOOGLE_CLIENT_SECRET: "wrong" });
  expect(await wrong.send(newEntry(token))).toEqual({ status: "misconfigured" });
  google.withdraw(google.person(email).sub);
  expect(await providersBy(google.settings).send(newEntry(token))).toEqual(grantGone);
  expect(await providersBy(google.settings).send(newEntry(null))).toEqual(grantGone);
});

test.concurrent.for([
  [500, undefined, later],
  [503, undefined, later],
  [503, 7, { ...later, retryAfterSeconds: 7 }],
  [429, undefined, limited],
] as const)(
  "when the token request is answered %i, nothing was sent",
  async ([status, retryAfterSeconds, outcome]) => {
    await using google = await startFakeGoogle();
    const token = google.allow(email);
    google.fail(status, retryAfterSeconds);
    expect(await providersBy(google.settings).send(newEntry(token))).toEqual(outcome);
    expect(google.requests).toEqual([]);
  },
);

test.concurrent("a grant without the calendar scope must be given again", async () => {
  await using google = await startFakeGoogle();
  expect(await providersBy(google.settings).send(newEntry(google.allow(email, "openid")))).toEqual(
    grantGone,
  );
});
