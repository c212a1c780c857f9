import { afterAll, beforeAll, expect, test } from "vitest";
import { findOptedOut } from "#app/domain/outbox/channels/opt-outs.server.ts";
import { type FakePostmark, startFakePostmark } from "../../fakes/postmark.ts";
import type { Fate } from "../../fakes/postmark/webhooks.ts";
import { rawPost } from "../../support/product/raw-request.ts";
import { type MilaWithDatabase, startMilaWithDatabase } from "../security/signed-in.ts";
import { newEmail, providersBy } from "../services/messages.ts";
import { deliveryOf, newDelivery } from "./deliveries.ts";

let mila: MilaWithDatabase;
let postmark: FakePostmark;

beforeAll(async () => {
  mila = await startMilaWithDatabase({
    POSTMARK_SERVER_TOKEN: "not-used",
    POSTMARK_BASE_URL: "http://127.0.0.1:1",
    POSTMARK_WEBHOOK_PASSWORD: "a-long-word",
    EMAIL_FROM: "mila@example.com",
  });
  const webhookUrl = mila.url.replace("//", "//postmark:a-long-word@") + "/webhooks/postmark";
  postmark = await startFakePostmark({ webhookUrl, isReporting: false });
});

afterAll(async () => {
  await postmark[Symbol.asyncDispose]();
  await mila[Symbol.asyncDispose]();
});

const fates: [fate: Fate, delivery: object, isOut: boolean][] = [
  ["Delivery", { state: "delivered", reason: null }, false],
  ["HardBounce", { state: "undelivered", reason: "bad_email_address" }, true],
  ["SoftBounce", { state: "undelivered", reason: "refused" }, false],
  ["SpamComplaint", { state: "undelivered", reason: "opted_out" }, true],
  ["Open", { state: "sending", reason: null }, false],
];

test.for(fates)(
  "%s is recorded as it is, even twice and before our own record",
  async ([fate, delivery, isOut]) => {
    const { id, to, messageId } = await sentEmail();
    for (const _time of [1, 2]) expect((await postmark.report(messageId, fate))?.status).toBe(200);
    expect(await deliveryOf(mila.db, id)).toMatchObject(delivery);
    expect((await findOptedOut(mila.db, [to])).has(to)).toBe(isOut);
  },
);

test("a complaint about a delivered email keeps it delivered and stops further emails", async () => {
  const { id, to, messageId } = await sentEmail();
  for (const fate of ["Delivery", "SpamComplaint", "Delivery"] as const)
    await postmark.report(messageId, fate);
  expect(await deliveryOf(mila.db, id)).toMatchObject({ state: "delivered" });
  expect(await findOptedOut(mila.db, [to])).toEqual(new Map([[to, "asked"]]));
});

test("a hard bounce after a soft one still stops further emails", async () => {
  const { to, messageId } = await sentEmail();
  for (const fate of ["SoftBounce", "HardBounce"] as const) await postmark.report(messageId, fate);
  expect(await findOptedOut(mila.db, [to])).toEqual(new Map([[to, "bounced"]]));
});

test("an unsubscribe outweighs a bounce", async () => {
  const { to, messageId } = await sentEmail();
  await postmark.report(messageId, "HardBounce");
  const change = { RecordType: "SubscriptionChange", Recipient: to, SuppressSending: true };
  await post({ ...change, SuppressionReason: "HardBounce" }, "postmark:a-long-word");
  expect(await findOptedOut(mila.db, [to])).toEqual(new Map([[to, "bounced"]]));
  await post({ ...change, SuppressionReason: "ManualSuppression" }, "postmark:a-long-word");
  expect(await findOptedOut(mila.db, [to])).toEqual(new Map([[to, "asked"]]));
});

test("an address that Postmark reactivates may get emails again", async () => {
  const { to, messageId } = await sentEmail();
  await postmark.report(messageId, "HardBounce");
  const change = { RecordType: "SubscriptionChange", Recipient: to, SuppressSending: false };
  expect((await post(change, "postmark:a-long-word")).status).toBe(200);
  expect(await findOptedOut(mila.db, [to])).toEqual(new Map());
});

test.for([
  undefined,
  "",
  "postmark:",
  "postmark:a-long-wor",
  "postmark:a-long-word ",
  "Postmark:a-long-word",
  ":",
])("a request signed in as %j is refused and changes nothing", async (credentials) => {
  const { id, messageId } = await sentEmail();
  const report = {
    RecordType: "Delivery",
    MessageID: messageId,
    Recipient: "anna@example.com",
    Metadata: { delivery_id: id },
  };
  expect((await post(report, credentials)).status).toBe(401);
  expect(await deliveryOf(mila.db, id)).toMatchObject({ state: "sending" });
});

test("an unrecognized report is logged and changes nothing", async () => {
  for (const body of [null, [], "", { RecordType: "Delivery" }, { RecordType: "New" }]) {
    expect((await post(body, "postmark:a-long-word")).status).toBe(200);
  }
});

let people = 0;

async function sentEmail(): Promise<{ id: string; to: string; messageId: string }> {
  const id = await newDelivery(mila.db, { channel: "email" });
  people += 1;
  const to = `person-${people}@example.com`;
  const outcome = await providersBy(postmark.settings).send(newEmail({ deliveryId: id, to }));
  return { id, to, messageId: outcome.status === "sent" ? (outcome.providerId ?? "") : "" };
}

function post(body: unknown, credentials: string | undefined) {
  const headers: Record<string, string> = { "content-type": "application/json" };
  if (credentials !== undefined) headers.authorization = `Basic ${btoa(credentials)}`;
  return rawPost(mila.url, "/webhooks/postmark", JSON.stringify(body), headers);
}
