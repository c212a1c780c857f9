import { type Kysely, sql } from "kysely";
import { v7 as newId } from "uuid";
import { expect, test } from "vitest";
import { requestPasswordReset } from "#app/domain/accounts/credentials/password-reset.server.ts";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import { goneOutQuery } from "#app/domain/outbox/sending/limits.server.ts";
import { listDeliveries } from "#app/domain/outbox/views/delivery-list.server.ts";
import { findOwnAlerts } from "#app/domain/pages/delivery-alerts.server.ts";
import { findShareChecks } from "#app/domain/pages/share-checks.server.ts";
import { messageTypes } from "#app/domain/wiring/product.server.ts";
import type { Channel, Database } from "#db/schema.ts";
import { startFakeTwilio } from "../../fakes/twilio.ts";
import {
  addDueReminder,
  newFamilyWithPhone,
  newSender,
} from "../../support/messages/deliveries.ts";
import { chat, newLadder } from "../../support/messages/ladder.ts";
import { newDatabase } from "../../support/records/database.ts";
import { skippedOnPostgres } from "../../support/records/engines.ts";

const product = { messageTypes, isSetUp: () => true };

/** As if they had gone out an hour ago. */
async function sent(db: Kysely<Database>, userId: string, channel: Channel, count: number) {
  const then = earlierBy(nowIso(), { hours: 1 });
  await sql`
    with recursive counted (n) as (select 1 union all select n + 1 from counted where n < ${count})
    insert into deliveries (id, kind, channel, user_id, subject_id, cause, dedupe_key, state, created_at, due_at,
      not_before, claimed_at, ended_at)
    select ${newId()} || n, 'reminder', ${channel}, ${userId}, 's' || n, 's' || n, ${channel} || n, 'sent', ${then},
      ${then}, ${then}, ${then}, ${then} from counted`.execute(db);
}

test.for([
  { way: "push", most: 500, wishes: { push_enabled: 1 } },
  { way: "ntfy", most: 200, wishes: { ntfy_topic: "nora" } },
  { way: "telegram", most: 200, wishes: { telegram_chat: String(chat) } },
] as const)(
  "beyond $most messages by $way in a day, a reminder goes by the next way",
  async ({ way, most, wishes }) => {
    await using nora = await newLadder({ sms_enabled: 0, push_enabled: 0, ...wishes });
    if (way === "push") await nora.addDevice();
    await sent(nora.db, nora.family.userId, way, most - 1);
    expect((await nora.remind("Call the vet")).arrived).toEqual({ [way]: 1 });
    expect((await nora.remind("Feed the cat")).arrived).toEqual({ [way]: 1, email: 1 });
  },
);

test("beyond 200 emails in a day, a reminder stays on the page and says why, and a reset still goes out", async () => {
  await using nora = await newLadder({ sms_enabled: 0, push_enabled: 0 });
  const { db, family } = nora;
  await sent(db, family.userId, "email", 199);
  expect((await nora.remind("Call the vet")).arrived).toEqual({ email: 1 });
  expect((await nora.remind("Feed the cat")).arrived).toEqual({ email: 1 });
  const [refused] = await listDeliveries(db, product, family);
  expect(refused).toMatchObject({
    what: expect.stringContaining("Feed the cat"),
    state: "Not sent: more than 200 emails today",
  });
  const alerts = await findOwnAlerts(db, family, () => true);
  expect(alerts.map(({ text }) => text)).toContain("I can't send you more email messages today.");
  const { email } = await db.selectFrom("users").select("email").executeTakeFirstOrThrow();
  const [check] = await findShareChecks(db, [], nowIso());
  expect(check).toMatchObject({
    name: "Shares",
    text: expect.stringContaining(`${email} got as many messages by email`),
  });

  await requestPasswordReset(db, { email, ipAddress: "203.0.113.7" });
  expect(await nora.work()).toEqual({ email: 2 });
});

test.skipIf(skippedOnPostgres.plans)(
  "what went out to a user is counted by its index alone",
  async () => {
    await using own = newDatabase();
    const query = goneOutQuery(own.db, ["one"], ["reminder"], nowIso());
    const plan = await query.explain<{ detail: string }>(undefined, sql`query plan`);
    expect(plan.map(({ detail }) => detail).join("; ")).toContain(
      "deliveries_gone_out (user_id=? AND channel=? AND claimed_at>? AND claimed_at<?)",
    );
  },
);

test("a household's members share its texts of a day, and each has their own", async () => {
  await using own = newDatabase();
  await using twilio = await startFakeTwilio();
  const limits = { TEXTS_A_DAY: "2", TEXTS_A_DAY_A_HOUSEHOLD: "3" };
  const { sendDue } = newSender(own.db, { ...twilio.settings, ...limits });
  const nora = await newFamilyWithPhone(own.db, "+15550101231");
  const sam = await newFamilyWithPhone(own.db, "+15550101232");
  const { householdId: household_id } = nora;
  await own.db
    .updateTable("household_members")
    .set({ household_id, role: "member" })
    .where("user_id", "=", sam.userId)
    .execute();
  const other = await newFamilyWithPhone(own.db, "+15550101233");
  const sentTo = () =>
    twilio
      .messages()
      .map(({ to }) => String(to).at(-1))
      .toSorted();
  for (const family of [nora, other])
    for (let time = 1; time <= 3; time += 1) await addDueReminder(own.db, family);
  await sendDue();
  expect(sentTo()).toEqual(["1", "1", "3", "3"]);
  for (let time = 1; time <= 3; time += 1)
    await addDueReminder(own.db, { ...sam, householdId: household_id });
  await sendDue();
  expect(sentTo()).toEqual(["1", "1", "2", "3", "3"]);
});
