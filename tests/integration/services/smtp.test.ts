import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test, vi } from "vitest";
import type { Outcome } from "#app/services/sending.ts";
import type { SmtpBehaviour } from "../../fakes/smtp/behaviour.ts";
import { startFakeSmtp } from "../../fakes/smtp.ts";
import { aMomentAgo, newEmail, providersBy } from "./messages.ts";

const later: Outcome = { status: "later", isRateLimit: false };
const unclear: Outcome = { status: "unclear" };
const badAddress: Outcome = { status: "failed", reason: "bad_address" };
const misconfigured: Outcome = { status: "misconfigured" };

/** The server's behavior, the outcome, and the number of accepted copies. */
const rows: [behaviour: SmtpBehaviour, outcome: Outcome, taken: number][] = [
  [{ type: "refusing", at: "connection", code: 421 }, later, 0],
  [{ type: "refusing", at: "connection", code: 554 }, misconfigured, 0],
  [{ type: "refusing", at: "sign-in", code: 535 }, misconfigured, 0],
  [{ type: "refusing", at: "sign-in", code: 454 }, later, 0],
  [{ type: "refusing", at: "sender", code: 451 }, later, 0],
  [{ type: "refusing", at: "sender", code: 550 }, misconfigured, 0],
  [{ type: "refusing", at: "recipient", code: 450 }, later, 0],
  [{ type: "refusing", at: "recipient", code: 452 }, later, 0],
  [{ type: "refusing", at: "recipient", code: 550 }, badAddress, 0],
  [{ type: "refusing", at: "recipient", code: 553 }, badAddress, 0],
  [{ type: "refusing", at: "recipient", code: 550, words: "5.1.1 User unknown" }, badAddress, 0],
  [
    { type: "refusing", at: "recipient", code: 530, words: "Authentication required" },
    misconfigured,
    0,
  ],
  [
    { type: "refusing", at: "recipient", code: 530, words: "5.7.0 Authentication required" },
    misconfigured,
    0,
  ],
  [
    { type: "refusing", at: "recipient", code: 554, words: "5.7.1 Relay access denied" },
    misconfigured,
    0,
  ],
  [
    { type: "refusing", at: "recipient", code: 553, words: "5.7.1 Sender address rejected" },
    misconfigured,
    0,
  ],
  [
    { type: "refusing", at: "recipient", code: 550, words: "5.7.1 No mail from outside" },
    badAddress,
    0,
  ],
  [
    { type: "refusing", at: "recipient", code: 550, words: "relay not permitted" },
    misconfigured,
    0,
  ],
  [{ type: "refusing", at: "message", code: 451 }, later, 0],
  [{ type: "refusing", at: "message", code: 554 }, { status: "failed", reason: "refused" }, 0],
  [{ type: "hanging_up", at: "message" }, unclear, 0],
  [{ type: "taking_then_hanging_up" }, unclear, 1],
];

test.concurrent.for(rows)("%o means %o", async ([behaviour, outcome, taken]) => {
  await using smtp = await startFakeSmtp();
  smtp.behave(behaviour);
  expect(await providersBy(smtp.settings).send(newEmail())).toEqual(outcome);
  expect({ connections: smtp.connections(), taken: smtp.mails().length }).toEqual({
    connections: 1,
    taken,
  });
});

test.concurrent("any number of emails go over three connections", async () => {
  await using smtp = await startFakeSmtp();
  smtp.behave({ type: "slow", answerMs: 50 });
  const { send } = providersBy(smtp.settings);
  const outcomes = await Promise.all(Array.from({ length: 12 }, () => send(newEmail())));
  expect(outcomes.map(({ status }) => status)).toEqual(Array(12).fill("sent"));
  expect(smtp.connections()).toBe(3);
});

test.concurrent.for(["connection", "sign-in", "sender", "recipient"] as const)(
  "an email dropped at the %s twice is sent at the third attempt",
  async (at) => {
    await using smtp = await startFakeSmtp();
    smtp.behave({ type: "hanging_up", at, times: 2 });
    expect(await providersBy(smtp.settings).send(newEmail())).toMatchObject({ status: "sent" });
    expect({ connections: smtp.connections(), taken: smtp.mails().length }).toEqual({
      connections: 3,
      taken: 1,
    });
  },
);

test.concurrent("an absent server is retried later", async () => {
  const { settings, ...gone } = await startFakeSmtp();
  await gone[Symbol.asyncDispose]();
  expect(await providersBy(settings).send(newEmail())).toEqual(later);
});

test.concurrent("a missing answer after the message is unclear", async () => {
  await using smtp = await startFakeSmtp();
  smtp.behave({ type: "taking_then_silent" });
  expect(await providersBy(smtp.settings).send(newEmail())).toEqual(unclear);
  expect(smtp.mails()).toHaveLength(1);
});

/** The outcome and duration with a server this slow at each step. */
async function sendToSlow(answerMs: number) {
  await using smtp = await startFakeSmtp();
  smtp.behave({ type: "slow_at_every_step", answerMs });
  const startedAt = performance.now();
  const outcome = await providersBy(smtp.settings).send(newEmail());
  const isInTime = performance.now() - startedAt < 22_000;
  await vi.waitUntil(() => smtp.open() === 0, { timeout: 20_000 });
  return { outcome, isInTime, taken: smtp.mails().length };
}

test.concurrent("a server that is slow at every step has 20 s in total", async () => {
  // Accepted or not: its fourth answer would come after 22 s, and its fifth after 23.
  expect(await Promise.all([sendToSlow(5_500), sendToSlow(4_600), sendToSlow(3_500)])).toEqual([
    { outcome: later, isInTime: true, taken: 0 },
    { outcome: unclear, isInTime: true, taken: 1 },
    { outcome: { status: "sent", providerId: expect.any(String) }, isInTime: true, taken: 1 },
  ]);
});

test.concurrent("a server with another protocol has not accepted the email", async () => {
  const server = createServer((_request, response) => response.end());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const providers = providersBy({
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    EMAIL_FROM: "mila@example.com",
  });
  const outcome = await providers.send(newEmail());
  server.closeAllConnections();
  server.close();
  expect(outcome).toEqual(later);
});

test.concurrent("an email keeps its Message-ID at every attempt and says that it is automatic", async () => {
  await using smtp = await startFakeSmtp();
  const providers = providersBy(smtp.settings);
  const email = newEmail();
  smtp.behave({ type: "taking_then_hanging_up", times: 1 });
  expect([await providers.send(email), await providers.send(email)]).toEqual([
    unclear,
    { status: "sent", providerId: `<${email.deliveryId}@example.com>` },
  ]);
  const [first, second] = smtp.mails().map(({ email: received }) => received);
  expect(first?.messageId).toBe(`<${email.deliveryId}@example.com>`);
  expect(second?.messageId).toBe(first?.messageId);
  expect(first?.headers.find(({ key }) => key === "auto-submitted")?.value).toBe("auto-generated");
  expect(first?.headers.map(({ key }) => key)).not.toContain("list-unsubscribe");
});

test.concurrent("the text arrives unchanged as HTML and as plain text", async () => {
  await using smtp = await startFakeSmtp();
  const email = newEmail({
    subject: "Zoë’s Müsli 🥣",
    text: "Zoë 🥣\n.\nEnd",
    html: "<p>Zoë 🥣</p>",
  });
  await providersBy(smtp.settings).send(email);
  const received = smtp.mails()[0]?.email;
  expect({
    subject: received?.subject,
    text: received?.text?.trim(),
    html: received?.html?.trim(),
  }).toEqual({
    subject: email.subject,
    text: email.text,
    html: email.html,
  });
  expect(received?.from).toEqual({ name: "Mila", address: "mila@example.com" });
});

test.concurrent("SMTP has no record of sent emails", async () => {
  await using smtp = await startFakeSmtp();
  expect(await providersBy(smtp.settings).find(newEmail(), aMomentAgo())).toEqual({
    status: "no_lookup",
  });
});
