import { getExpectedTwilioSignature } from "twilio/lib/webhooks/webhooks.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findOptedOut } from "#app/domain/outbox/channels/opt-outs.server.ts";
import { laterBy, nowIso } from "#app/domain/core/time.ts";
import { type FakeTwilio, startFakeTwilio } from "../../fakes/twilio.ts";
import { postSigned, sign } from "../../fakes/twilio/webhooks.ts";
import { rawPost, rawRequest } from "../../support/product/raw-request.ts";
import { sharedMila } from "../../support/product/shared-mila.ts";
import { type MilaWithDatabase, startBehindProxy } from "../security/signed-in.ts";
import { newText, providersBy } from "../services/messages.ts";
import { pollProviders } from "../../support/messages/deliveries.ts";
import { deliveryOf, newDelivery } from "./deliveries.ts";

let twilio: FakeTwilio;
let mila: MilaWithDatabase & { origin: string };

beforeAll(async () => {
  twilio = await startFakeTwilio({ isReporting: false });
  mila = await startBehindProxy("https", twilio.settings);
});

afterAll(async () => {
  await mila[Symbol.asyncDispose]();
  await twilio[Symbol.asyncDispose]();
});

/** The instance's public address, which leads to this machine only here. */
const caller = () => ({
  accountSid: twilio.settings.TWILIO_ACCOUNT_SID ?? "",
  authToken: twilio.settings.TWILIO_AUTH_TOKEN ?? "",
  via: mila.url,
});

function statusUrl(deliveryId: string): string {
  return `${mila.origin}/webhooks/twilio/status?delivery=${deliveryId}`;
}

const report = { MessageSid: "SM1", MessageStatus: "delivered", To: "+4915112345678" };

test("a signed report is applied once and never reversed by a later one", async () => {
  const id = await newDelivery(mila.db);
  for (const MessageStatus of ["delivered", "delivered", "sent", "undelivered"]) {
    const answer = await postSigned(caller(), statusUrl(id), { ...report, MessageStatus });
    expect(answer.status).toBe(204);
    expect(await deliveryOf(mila.db, id)).toEqual({
      state: "delivered",
      reason: null,
      provider_id: "SM1",
    });
  }
});

test("a webhook needs no Origin header", async () => {
  const id = await newDelivery(mila.db);
  const headers = {
    ...signed(statusUrl(id), report),
    origin: "https://evil.example",
    "sec-fetch-site": "cross-site",
  };
  const answer = await rawPost(mila.url, `/webhooks/twilio/status?delivery=${id}`, report, headers);
  expect(answer.status).toBe(204);
});

test("a request without Twilio's valid signature is refused and changes nothing", async () => {
  const id = await newDelivery(mila.db);
  const other = await newDelivery(mila.db);
  const right = signed(statusUrl(id), report);
  const tries: [path: string, fields: Record<string, string>, headers: Record<string, string>][] = [
    [`?delivery=${id}`, report, {}],
    [`?delivery=${id}`, report, { "x-twilio-signature": "" }],
    [`?delivery=${id}`, report, { "x-twilio-signature": "0/KCTR6DLpKmkAf8muzZqo1nDgQ=" }],
    [
      `?delivery=${id}`,
      report,
      { "x-twilio-signature": right["x-twilio-signature"].replace("=", "") },
    ],
    [`?delivery=${id}`, { ...report, MessageStatus: "failed" }, right],
    [`?delivery=${id}`, { ...report, ErrorCode: "30006" }, right],
    [`?delivery=${other}`, report, right],
    ["", report, right],
    [`?delivery=${id}`, report, signed(statusUrl(id).replace("https:", "http:"), report)],
    [`?delivery=${id}`, report, signed(statusUrl(id).replace(mila.origin, mila.url), report)],
    [`?delivery=${id}`, report, signed(statusUrl(id), report, "another-token")],
  ];
  for (const [query, fields, headers] of tries) {
    const answer = await rawPost(mila.url, `/webhooks/twilio/status${query}`, fields, headers);
    expect([query, fields, answer.status]).toEqual([query, fields, 403]);
  }
  expect(await deliveryOf(mila.db, id)).toMatchObject({ state: "sending", provider_id: null });
  expect(await deliveryOf(mila.db, other)).toMatchObject({ state: "sending", provider_id: null });
});

test("fields in any order, and several of a name, are signed as Twilio signs them", async () => {
  const id = await newDelivery(mila.db);
  const fields = { ...report, B: "2", a: "1", A: ["y", "x", "x"], Aa: "", é: "ü" };
  const signature = getExpectedTwilioSignature(caller().authToken, statusUrl(id), fields);
  const form = Object.entries(fields).flatMap(([name, values]) =>
    [values].flat().map((value) => [name, value]),
  );
  const body = String(new URLSearchParams(form));
  const headers = { "x-twilio-signature": signature };
  const answer = await rawPost(mila.url, `/webhooks/twilio/status?delivery=${id}`, body, headers);
  expect(answer.status).toBe(204);
});

test("signed nonsense is answered with an error", async () => {
  expect((await postSigned(caller(), statusUrl("1"), { Hello: "there" })).status).toBe(400);
  expect(
    (await postSigned(caller(), `${mila.origin}/webhooks/twilio/inbound`, { Hello: "there" }))
      .status,
  ).toBe(400);
});

test("only webhooks are exempt from the origin check", async () => {
  for (const path of [
    "/webhooks/../theme",
    "/webhooks/twilio/../../theme",
    "/webhooks/%2e%2e/theme",
    "/webhooks//theme",
  ]) {
    const answer = await rawPost(
      mila.url,
      path,
      { theme: "dark" },
      { origin: "https://evil.example" },
    );
    expect([path, answer.status]).toEqual([path, 403]);
  }
  expect((await rawRequest(mila.url, "/webhooks/twilio/status")).status).toBe(405);
});

test("a body over 256 KB is too large for a webhook too", async () => {
  const answer = await rawPost(mila.url, "/webhooks/twilio/status", { Body: "x".repeat(300_000) });
  expect(answer.status).toBe(413);
});

test("the provider's own reports move a message from sending to delivered", async () => {
  await using reporting = await startFakeTwilio({ via: mila.url });
  const id = await newDelivery(mila.db);
  await providersBy(reporting.settings).send(
    newText({ deliveryId: id, statusCallback: statusUrl(id) }),
  );
  await expect.poll(() => deliveryOf(mila.db, id)).toMatchObject({ state: "delivered" });
});

test("STOP ends all messages to a number, START resumes them, and each text counts once", async () => {
  const [number] = ["+4915112340001"];
  const write = (MessageSid: string, Body: string) => inbound({ MessageSid, Body, From: number });
  for (const [sid, word, isOut] of [
    ["SM11", " stop. ", true],
    ["SM12", "Start", false],
    ["SM13", "UNSUBSCRIBE", true],
    ["SM12", "Start", true],
    ["SM14", "unstop", false],
  ] as const) {
    expect(await write(sid, word)).toEqual({ status: 200, reply: "" });
    expect([word, (await findOptedOut(mila.db, [number])).has(number)]).toEqual([word, isOut]);
  }
  // An unknown sender's other words are answered once.
  const answer = expect.stringContaining("I don't know you here yet");
  expect(await write("SM15", "Please stop by later")).toEqual({ status: 200, reply: answer });
  expect(await write("SM16", "Please stop by later")).toEqual({ status: 200, reply: "" });
  expect((await findOptedOut(mila.db, [number])).has(number)).toBe(false);
});

test("STOP by WhatsApp applies to the same number", async () => {
  await inbound({ MessageSid: "SM21", Body: "STOP", From: "whatsapp:+4915112340002" });
  expect(await findOptedOut(mila.db, ["+4915112340002"])).toEqual(
    new Map([["+4915112340002", "asked"]]),
  );
});

test("HELP is answered once", async () => {
  const help = { MessageSid: "SM31", Body: "help", From: "+4915112340003" };
  expect(await inbound(help)).toEqual({
    status: 200,
    reply: expect.stringMatching(/^Mila sends .* Reply STOP /),
  });
  expect(await inbound(help)).toEqual({ status: 200, reply: "" });
});

test("a polled reply that was already answered is not answered again", async () => {
  await using both = await startFakeTwilio({
    via: mila.url,
    inboundUrl: `${mila.origin}/webhooks/twilio/inbound`,
  });
  await newDelivery(mila.db, { state: "sent", ended_at: nowIso() });
  expect((await both.receive({ from: "+4915112340006", body: "HELP" }))?.status).toBe(200);
  await pollProviders(mila.db, providersBy(both.settings), nowIso());
  const answers = both.messages().filter(({ body }) => body.includes("Reply STOP"));
  expect(answers).toEqual([expect.objectContaining({ direction: "outbound-reply" })]);
});

test("a WhatsApp report does not end a message that now goes by SMS", async () => {
  // Not due yet, or the worker would take it.
  const id = await newDelivery(mila.db, {
    state: "ready",
    attempts: 1,
    not_before: laterBy(nowIso(), { hours: 1 }),
  });
  const fields = {
    ...report,
    To: "whatsapp:+4915112345678",
    MessageStatus: "failed",
    ErrorCode: "63016",
  };
  expect((await postSigned(caller(), statusUrl(id), fields)).status).toBe(204);
  expect(await deliveryOf(mila.db, id)).toEqual({
    state: "ready",
    reason: null,
    provider_id: null,
  });
});

test("a number that opted out at Twilio is not texted again", async () => {
  const id = await newDelivery(mila.db);
  const fields = {
    ...report,
    To: "+4915112340004",
    MessageStatus: "undelivered",
    ErrorCode: "21610",
  };
  await postSigned(caller(), statusUrl(id), fields);
  expect(await deliveryOf(mila.db, id)).toMatchObject({
    state: "undelivered",
    reason: "opted_out",
  });
  expect(await findOptedOut(mila.db, ["+4915112340004", "+4915112340005"])).toEqual(
    new Map([["+4915112340004", "asked"]]),
  );
});

test("without Twilio configured the webhook is not found", async () => {
  await using bare = await sharedMila("connected");
  for (const path of [
    "/webhooks/twilio/status",
    "/webhooks/twilio/inbound",
    "/webhooks/postmark",
  ]) {
    expect([path, (await rawPost(bare.url, path, report)).status]).toEqual([path, 404]);
  }
});

function signed(url: string, fields: Record<string, string>, token: string = caller().authToken) {
  return { "x-twilio-signature": sign(token, url, fields) };
}

async function inbound(fields: Record<string, string>): Promise<{ status: number; reply: string }> {
  const answer = await postSigned(caller(), `${mila.origin}/webhooks/twilio/inbound`, {
    To: "+15550100000",
    ...fields,
  });
  const reply =
    /^<\?xml version="1.0" encoding="UTF-8"\?><Response>(?:<Message>(.*)<\/Message>)?<\/Response>$/.exec(
      await answer.text(),
    );
  return { status: answer.status, reply: reply ? (reply[1] ?? "") : "no TwiML" };
}
