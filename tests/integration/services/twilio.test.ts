import { expect, test } from "vitest";
import type { Behaviour } from "../../fakes/provider-behaviour.ts";
import { startFakeTwilio } from "../../fakes/twilio.ts";
import { aMomentAgo, newText, providersBy } from "./messages.ts";

const unclearButTaken: Behaviour = { type: "taking_then_failing", status: 502 };

test("a message accepted before the connection broke is found, and no other", async () => {
  await using twilio = await startFakeTwilio();
  const providers = providersBy(twilio.settings);
  twilio.behave(unclearButTaken);
  const [taken, other] = [newText(), newText()];
  await providers.send(taken);
  expect(await providers.find(taken, aMomentAgo())).toEqual({
    status: "found",
    providerIds: [twilio.messages()[0]?.sid],
  });
  expect(await providers.find(other, aMomentAgo())).toEqual({ status: "absent" });
  expect(await providers.find({ ...taken, to: "+4915100000000" }, aMomentAgo())).toEqual({
    status: "absent",
  });
});

test("an identical message sent long before is a different one", async () => {
  await using twilio = await startFakeTwilio();
  const providers = providersBy(twilio.settings);
  const text = newText();
  await providers.send(text);
  const inTwoMinutes = new Date(Date.now() + 120_000).toISOString();
  expect(await providers.find(text, inTwoMinutes)).toEqual({ status: "absent" });
});

test("a message is found behind 300 newer ones to the same number", async () => {
  await using twilio = await startFakeTwilio({ isReporting: false });
  const providers = providersBy(twilio.settings);
  const text = newText();
  await providers.send(text);
  for (let sent = 0; sent < 300; sent += 1) await providers.send(newText());
  expect(await providers.find(text, aMomentAgo())).toEqual({
    status: "found",
    providerIds: [twilio.messages()[0]?.sid],
  });
});

const silences: Behaviour[] = [
  { type: "failing", status: 500, on: "asking" },
  { type: "failing", status: 429, on: "asking" },
  { type: "garbled", how: "not JSON", on: "asking" },
  { type: "garbled", how: "another shape", on: "asking" },
  { type: "hanging_up", when: "before_taking", on: "asking" },
];

test.for(silences)("a lookup answered by %o has no answer", async (behaviour) => {
  await using twilio = await startFakeTwilio();
  const providers = providersBy(twilio.settings);
  const text = newText();
  await providers.send(text);
  twilio.behave(behaviour);
  expect(await providers.find(text, aMomentAgo())).toEqual({ status: "unanswered" });
  expect(await providers.textProgress(twilio.messages()[0]?.sid ?? "")).toEqual({
    status: "underway",
  });
  expect(await providers.listInbound(aMomentAgo())).toBeNull();
});

test("a lookup is retried over a 502", async () => {
  await using twilio = await startFakeTwilio();
  const providers = providersBy(twilio.settings);
  const text = newText();
  await providers.send(text);
  twilio.behave({ type: "failing", status: 502, on: "asking", times: 2 });
  expect(await providers.find(text, aMomentAgo())).toMatchObject({ status: "found" });
});

test("unrelated messages in the answer are not taken for ours", async () => {
  await using twilio = await startFakeTwilio();
  const providers = providersBy(twilio.settings);
  const text = newText();
  await providers.send(text);
  twilio.behave({ type: "lying", about: "another message", on: "asking" });
  expect(await providers.find(text, aMomentAgo())).toEqual({ status: "absent" });
});

test("WhatsApp uses its own sender and address format", async () => {
  await using twilio = await startFakeTwilio();
  const providers = providersBy(twilio.settings);
  const text = newText({ channel: "whatsapp" });
  await providers.send(text);
  expect(twilio.messages()[0]).toMatchObject({
    to: `whatsapp:${text.to}`,
    from: "whatsapp:+15550100001",
    body: text.text,
  });
  expect(await providers.find(text, aMomentAgo())).toMatchObject({ status: "found" });
  expect(await providers.find({ ...text, channel: "sms" }, aMomentAgo())).toEqual({
    status: "absent",
  });
});

test("WhatsApp uses the approved template if set, and the message is found by its variables", async () => {
  await using twilio = await startFakeTwilio();
  const template = `HX${"0".repeat(32)}`;
  const providers = providersBy({ ...twilio.settings, TWILIO_WHATSAPP_TEMPLATE: template });
  const text = newText({ channel: "whatsapp" });
  await providers.send(text);
  const [what, link] = text.templateVariables ?? [];
  expect(twilio.requests[0]?.form).toMatchObject({
    ContentSid: template,
    ContentVariables: JSON.stringify({ 1: what, 2: link }),
  });
  expect(twilio.requests[0]?.form).not.toHaveProperty("Body");
  expect(await providers.find(text, aMomentAgo())).toMatchObject({ status: "found" });
});

test("a messaging service can replace the sender's number", async () => {
  await using twilio = await startFakeTwilio();
  const service = `MG${"1".repeat(32)}`;
  const providers = providersBy({ ...twilio.settings, TWILIO_SMS_FROM: service });
  await providers.send(newText());
  expect(twilio.requests[0]?.form).toMatchObject({ MessagingServiceSid: service });
  expect(twilio.requests[0]?.form).not.toHaveProperty("From");
});

test("Twilio reports to the address in the message", async () => {
  await using twilio = await startFakeTwilio({ isReporting: false });
  const statusCallback = "https://mila.example.com/webhooks/twilio/status?delivery=1";
  await providersBy(twilio.settings).send(newText({ statusCallback }));
  expect(twilio.requests[0]?.form.StatusCallback).toBe(statusCallback);
});

test.for([
  ["queued", undefined, { status: "underway" }],
  ["sent", undefined, { status: "underway" }],
  ["delivered", undefined, { status: "delivered" }],
  ["read", undefined, { status: "delivered" }],
  ["undelivered", 30006, { status: "undelivered", reason: "bad_address" }],
  ["undelivered", 30007, { status: "undelivered", reason: "refused" }],
  ["failed", 21610, { status: "undelivered", reason: "opted_out" }],
  ["failed", 63016, { status: "other_channel", channel: "sms" }],
] as const)("%s (%s) is reported as %o", async ([status, errorCode, progress]) => {
  await using twilio = await startFakeTwilio({ isReporting: false });
  const providers = providersBy(twilio.settings);
  await providers.send(newText());
  const sid = twilio.messages()[0]?.sid ?? "";
  await twilio.report(sid, status, errorCode);
  expect(await providers.textProgress(sid)).toEqual(progress);
});

test("replies are listed with sender and channel, without our own messages", async () => {
  await using twilio = await startFakeTwilio();
  const providers = providersBy(twilio.settings);
  const since = new Date(Math.floor(Date.now() / 1_000) * 1_000).toISOString();
  await providers.send(newText());
  await twilio.receive({ from: "+4915112345678", body: "YES" });
  await twilio.receive({ from: "+4915112345679", body: "no", channel: "whatsapp" });
  expect(await providers.listInbound(since)).toEqual([
    {
      providerId: expect.any(String),
      channel: "sms",
      from: "+4915112345678",
      body: "YES",
      receivedAt: expect.any(String),
    },
    expect.objectContaining({ channel: "whatsapp", from: "+4915112345679", body: "no" }),
  ]);
  expect(await providers.listInbound(new Date(Date.now() + 60_000).toISOString())).toEqual([]);
});
