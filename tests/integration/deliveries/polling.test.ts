import { expect, test } from "vitest";
import { findOptedOut } from "#app/domain/outbox/channels/opt-outs.server.ts";
import { reportProgress } from "#app/domain/outbox/reports/report.server.ts";
import { readStatus } from "#app/domain/outbox/reports/twilio-reports.server.ts";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { startFakePostmark } from "../../fakes/postmark.ts";
import type { Fate } from "../../fakes/postmark/webhooks.ts";
import { startFakeTwilio } from "../../fakes/twilio.ts";
import { newDatabase } from "../../support/records/database.ts";
import {
  addDueReminder,
  readOutcome,
  newFamilyWithPhone,
  newSender,
  pollProviders,
} from "../../support/messages/deliveries.ts";

test("an instance without a public address polls the status of its texts", async () => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  const { deliveryId } = await addDueReminder(own.db, await newFamilyWithPhone(own.db));
  const { sendDue, providers } = newSender(own.db, twilio.settings);
  await pollProviders(own.db, providers, nowIso());
  // New texts may come at any time, but nothing was sent yet.
  expect(twilio.requests.filter(({ path }) => !path.includes("?To="))).toEqual([]);
  await sendDue();
  await twilio.report(twilio.messages()[0]!.sid, "delivered");
  await pollProviders(own.db, providers, nowIso());
  expect(await readOutcome(own.db, deliveryId)).toEqual({ state: "delivered", reason: null });
});

test.for([
  ["delivered", { state: "delivered", reason: null }],
  ["undelivered", { state: "undelivered", reason: "refused" }],
] as const)(
  "a text reported %s before the provider answers Mila stays so",
  async ([MessageStatus, end]) => {
    await using own = newDatabase();
    await using twilio = await startFakeTwilio({ isReporting: false });
    twilio.behave({ type: "slow", answerMs: 1_000 });
    const { deliveryId } = await addDueReminder(own.db, await newFamilyWithPhone(own.db));
    const sending = newSender(own.db, twilio.settings).deliver(deliveryId);
    await expect.poll(() => twilio.messages()).toHaveLength(1);
    const { sid } = twilio.messages()[0]!;
    const form = new URLSearchParams({ MessageSid: sid, MessageStatus });
    await reportProgress(own.db, readStatus(form, deliveryId)!);
    await sending;
    expect(await readOutcome(own.db, deliveryId)).toEqual(end);
  },
);

const fates: [fates: Fate[], end: object, optedOut: string | undefined][] = [
  [[], { state: "sent", reason: null }, undefined],
  [["Open"], { state: "sent", reason: null }, undefined],
  [["Delivery"], { state: "delivered", reason: null }, undefined],
  [["HardBounce"], { state: "undelivered", reason: "bad_email_address" }, "bounced"],
  [["Delivery", "HardBounce"], { state: "undelivered", reason: "bad_email_address" }, "bounced"],
  [["SoftBounce"], { state: "undelivered", reason: "refused" }, undefined],
  [["Delivery", "SpamComplaint"], { state: "undelivered", reason: "opted_out" }, "asked"],
];

test.for(fates)(
  "an instance without a public address polls the status of its emails: %j",
  async ([reported, end, cause]) => {
    await using own = newDatabase();
    await using postmark = await startFakePostmark({ isReporting: false });
    const family = await newFamilyWithPhone(own.db);
    await own.db.updateTable("user_preferences").set({ sms_enabled: 0 }).execute();
    const { deliveryId } = await addDueReminder(own.db, family, { channel: "email" });
    const { sendDue, providers } = newSender(own.db, postmark.settings);
    await pollProviders(own.db, providers, nowIso());
    expect(postmark.requests).toEqual([]);
    await sendDue();
    for (const fate of reported) await postmark.report(postmark.emails()[0]!.id, fate);
    await pollProviders(own.db, providers, nowIso());
    expect(await readOutcome(own.db, deliveryId)).toEqual(end);
    const address = `${family.userId}@example.com`;
    expect((await findOptedOut(own.db, [address])).get(address)).toBe(cause);
  },
);

test("fifty emails without news hide no newer one", async () => {
  await using own = newDatabase();
  await using postmark = await startFakePostmark({ isReporting: false });
  const family = await newFamilyWithPhone(own.db);
  await own.db.updateTable("user_preferences").set({ sms_enabled: 0 }).execute();
  const { sendDue, providers } = newSender(own.db, postmark.settings);
  for (let count = 0; count < 50; count += 1)
    await addDueReminder(own.db, family, { channel: "email" });
  await sendDue();
  const { deliveryId } = await addDueReminder(own.db, family, { channel: "email" });
  await sendDue();
  await postmark.report(postmark.emails().at(-1)!.id, "Delivery");
  await pollProviders(own.db, providers, nowIso());
  await pollProviders(own.db, providers, nowIso());
  expect(await readOutcome(own.db, deliveryId)).toMatchObject({ state: "delivered" });
});

test("an email counts as sent until Postmark names the kind of bounce", async () => {
  await using own = newDatabase();
  await using postmark = await startFakePostmark({ isReporting: false });
  const family = await newFamilyWithPhone(own.db);
  await own.db.updateTable("user_preferences").set({ sms_enabled: 0 }).execute();
  const { deliveryId } = await addDueReminder(own.db, family, { channel: "email" });
  const { sendDue, providers } = newSender(own.db, postmark.settings);
  await sendDue();
  await postmark.report(postmark.emails()[0]!.id, "HardBounce");
  // The email was reported, its bounce was not.
  postmark.behave(
    { type: "helpful", on: "asking", to: `${family.userId}@example.com` },
    { type: "failing", status: 500, on: "asking" },
  );
  await pollProviders(own.db, providers, nowIso());
  expect(await readOutcome(own.db, deliveryId)).toEqual({ state: "sent", reason: null });
  postmark.behave();
  await pollProviders(own.db, providers, nowIso());
  expect(await readOutcome(own.db, deliveryId)).toEqual({
    state: "undelivered",
    reason: "bad_email_address",
  });
});

test("polling also finds replies and processes each once", async () => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  const family = await newFamilyWithPhone(own.db);
  await addDueReminder(own.db, family);
  const { sendDue, providers } = newSender(own.db, twilio.settings);
  await sendDue();
  await twilio.receive({ from: "+15550101234", body: "HELP" });
  await pollProviders(own.db, providers, nowIso());
  await pollProviders(own.db, providers, laterBy(nowIso(), { seconds: 30 }));
  expect(twilio.messages().filter(({ body }) => body.includes("Reply STOP"))).toHaveLength(1);
  await twilio.receive({ from: "+15550101234", body: "stop" });
  await pollProviders(own.db, providers, laterBy(nowIso(), { seconds: 60 }));
  const { deliveryId } = await addDueReminder(own.db, family);
  await sendDue();
  expect(await readOutcome(own.db, deliveryId)).toEqual({
    state: "cancelled",
    reason: "opted_out",
  });
});

test("a WhatsApp reply is answered in free text, even with a template configured", async () => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  await addDueReminder(own.db, await newFamilyWithPhone(own.db));
  const template = `HX${"0".repeat(32)}`;
  const { sendDue, providers } = newSender(own.db, {
    ...twilio.settings,
    TWILIO_WHATSAPP_TEMPLATE: template,
  });
  await sendDue();
  await twilio.receive({ from: "+15550101234", body: "HELP", channel: "whatsapp" });
  await pollProviders(own.db, providers, nowIso());
  const answer = twilio.requests.find(({ form }) => form.To === "whatsapp:+15550101234");
  expect(answer?.form).toMatchObject({ Body: expect.stringContaining("Reply STOP") });
  expect(answer?.form).not.toHaveProperty("ContentSid");
});

test.each([-11, 1, 11])("replies are processed with the clock %d hours off", async (hours) => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  const family = await newFamilyWithPhone(own.db);
  await addDueReminder(own.db, family);
  const { sendDue, providers } = newSender(own.db, twilio.settings);
  await sendDue();
  const asks = (seconds: number) =>
    pollProviders(own.db, providers, laterBy(laterBy(nowIso(), { hours }), { seconds }));
  await asks(0);
  await twilio.receive({ from: "+15550101234", body: "HELP" });
  for (const seconds of [30, 60, 90]) await asks(seconds);
  expect(twilio.messages().filter(({ body }) => body.includes("Reply STOP"))).toHaveLength(1);
  await twilio.receive({ from: "+15550101234", body: "stop" });
  await asks(120);
  const { deliveryId } = await addDueReminder(own.db, family);
  await sendDue();
  expect(await readOutcome(own.db, deliveryId)).toEqual({
    state: "cancelled",
    reason: "opted_out",
  });
});

test("replies received while the clock was a day ahead are processed once it is set back", async () => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  await addDueReminder(own.db, await newFamilyWithPhone(own.db));
  const { sendDue, providers } = newSender(own.db, twilio.settings);
  await sendDue();
  await twilio.receive({ from: "+15550101234", body: "HELP" });
  await pollProviders(own.db, providers, laterBy(nowIso(), { hours: 24 }));
  await pollProviders(own.db, providers, nowIso());
  expect(twilio.messages().filter(({ body }) => body.includes("Reply STOP"))).toHaveLength(1);
});

test("pages read hours ago are not requested again", async () => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  await addDueReminder(own.db, await newFamilyWithPhone(own.db));
  const { sendDue, providers } = newSender(own.db, twilio.settings);
  await sendDue();
  for (let text = 0; text < 201; text += 1)
    await twilio.receive({ from: "+15550109999", body: "hello" });
  const hourAgo = new Date(Date.now() - 3_600_000).toUTCString().replace("GMT", "+0000");
  for (const text of twilio.messages().slice(1))
    Object.assign(text, { date_created: hourAgo, date_sent: hourAgo });
  await twilio.receive({ from: "+15550109999", body: "hello again" });
  const lists = () =>
    twilio.requests.filter(({ path }) => path.includes("To=%2B15550100000")).length;
  await pollProviders(own.db, providers, nowIso());
  expect(lists()).toBe(2);
  await pollProviders(own.db, providers, nowIso());
  expect(lists()).toBe(3);
});
