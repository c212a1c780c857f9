import { expect, test } from "vitest";
import type { Outcome } from "#app/services/sending.ts";
import { startFakePostmark } from "../../fakes/postmark.ts";
import type { Behaviour } from "../../fakes/provider-behaviour.ts";
import { aMomentAgo, newEmail, providersBy } from "./messages.ts";

const unclear: Outcome = { status: "unclear" };
const misconfigured: Outcome = { status: "misconfigured" };

/** Postmark's answers, their outcomes, and the number of accepted copies. */
const rows: [behaviour: Behaviour, outcome: Outcome, taken: number][] = [
  [{ type: "refusing", code: 300 }, { status: "failed", reason: "bad_address" }, 0],
  [{ type: "refusing", code: 406 }, { status: "failed", reason: "opted_out" }, 0],
  [{ type: "refusing", code: 411 }, { status: "failed", reason: "refused" }, 0],
  [{ type: "refusing", code: 10 }, misconfigured, 0],
  [{ type: "refusing", code: 400 }, misconfigured, 0],
  [{ type: "refusing", code: 401 }, misconfigured, 0],
  [{ type: "refusing", code: 405 }, misconfigured, 0],
  [{ type: "refusing", code: 412 }, misconfigured, 0],
  [{ type: "refusing", code: 100 }, { status: "later", isRateLimit: false }, 0],
  [
    { type: "failing", status: 429, retryAfterSeconds: 7 },
    { status: "later", isRateLimit: true, retryAfterSeconds: 7 },
    0,
  ],
  [
    { type: "failing", status: 503, retryAfterSeconds: 7 },
    { status: "unavailable", retryAfterSeconds: 7 },
    0,
  ],
  [{ type: "failing", status: 500 }, unclear, 0],
  [{ type: "failing", status: 502 }, unclear, 0],
  [{ type: "failing", status: 504 }, unclear, 0],
  [{ type: "taking_then_failing", status: 502 }, unclear, 1],
  [{ type: "hanging_up", when: "before_taking" }, unclear, 0],
  [{ type: "hanging_up", when: "after_taking" }, unclear, 1],
  [{ type: "garbled", how: "not JSON" }, unclear, 1],
  [{ type: "garbled", how: "a page" }, unclear, 1],
  [{ type: "garbled", how: "nothing" }, unclear, 1],
  [{ type: "garbled", how: "another shape" }, unclear, 1],
  [{ type: "garbled", how: "null" }, unclear, 1],
  [{ type: "lying", about: "its id" }, unclear, 1],
  [{ type: "lying", about: "having failed" }, { status: "failed", reason: "opted_out" }, 1],
];

test.concurrent.for(rows)("%o means %o", async ([behaviour, outcome, taken]) => {
  await using postmark = await startFakePostmark();
  postmark.behave(behaviour);
  expect(await providersBy(postmark.settings).send(newEmail())).toEqual(outcome);
  expect({ requests: postmark.requests.length, taken: postmark.emails().length }).toEqual({
    requests: 1,
    taken,
  });
});

test.concurrent("503, 503 and 200 take three requests", async () => {
  await using postmark = await startFakePostmark();
  postmark.behave({ type: "failing", status: 503, times: 2 });
  expect(await providersBy(postmark.settings).send(newEmail())).toMatchObject({ status: "sent" });
  const posts = postmark.requests.filter(({ method }) => method === "POST");
  expect({ requests: posts.length, taken: postmark.emails().length }).toEqual({
    requests: 3,
    taken: 1,
  });
});

test.concurrent("a missing answer times out and is unclear", async () => {
  await using postmark = await startFakePostmark();
  postmark.behave({ type: "taking_then_silent" });
  expect(await providersBy(postmark.settings).send(newEmail())).toEqual(unclear);
});

test.concurrent("an email names its purpose, says that it is automatic, and has no tracking", async () => {
  await using postmark = await startFakePostmark();
  const email = newEmail();
  const outcome = await providersBy(postmark.settings).send(email);
  const [taken] = postmark.emails();
  expect(outcome).toEqual({ status: "sent", providerId: taken?.id });
  expect(taken?.message).toEqual({
    From: '"Mila" <mila@example.com>',
    To: email.to,
    Subject: email.subject,
    TextBody: email.text,
    HtmlBody: email.html,
    MessageStream: "outbound",
    Tag: email.deliveryId,
    Metadata: { delivery_id: email.deliveryId },
    Headers: [{ Name: "Auto-Submitted", Value: "auto-generated" }],
    TrackOpens: false,
    TrackLinks: "None",
  });
});

test.concurrent("an email accepted before the connection broke is found by its delivery id", async () => {
  await using postmark = await startFakePostmark();
  const providers = providersBy(postmark.settings);
  postmark.behave({ type: "taking_then_failing", status: 502 });
  const email = newEmail();
  await providers.send(email);
  expect(await providers.find(email, aMomentAgo())).toEqual({
    status: "found",
    providerIds: [postmark.emails()[0]?.id],
  });
  expect(await providers.find(newEmail(), aMomentAgo())).toEqual({ status: "absent" });
  postmark.behave({ type: "lying", about: "another message", on: "asking" });
  expect(await providers.find(email, aMomentAgo())).toEqual({ status: "absent" });
  postmark.behave({ type: "failing", status: 500, on: "asking" });
  expect(await providers.find(email, aMomentAgo())).toEqual({ status: "unanswered" });
});

test.concurrent("a sender that is not allowed is a misconfiguration and not a bad address", async () => {
  await using postmark = await startFakePostmark();
  const providers = providersBy({ ...postmark.settings, POSTMARK_SERVER_TOKEN: "wrong" });
  expect(await providers.send(newEmail())).toEqual(misconfigured);
});

test.concurrent("Postmark takes precedence over SMTP", async () => {
  await using postmark = await startFakePostmark();
  const providers = providersBy({ ...postmark.settings, SMTP_URL: "smtp://127.0.0.1:1" });
  expect(await providers.send(newEmail())).toMatchObject({ status: "sent" });
});
