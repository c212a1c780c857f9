import { afterAll, beforeAll, expect, test } from "vitest";
import type { DeliveryState } from "#db/schema.ts";
import { firstIdAt } from "#app/domain/outbox/queries/first-id.ts";
import { earlierBy, nowIso } from "#app/domain/core/time.ts";
import { writeFact } from "#app/domain/instance/facts.server.ts";
import { addDelivery, noon } from "../../support/records/add-delivery.ts";
import { newFamily } from "../../support/records/family.ts";
import { makeOwner } from "../../support/people/owner.ts";
import { type FormsMila, formsMila, newNora } from "./forms-mila.ts";

let mila: FormsMila;

beforeAll(async () => {
  mila = await formsMila();
});

afterAll(() => mila[Symbol.asyncDispose]());

/** Nora, Mila's owner, looks at everybody's messages. */
async function openMessages() {
  await mila.db.deleteFrom("deliveries").execute();
  const { nora, family } = await newNora(mila);
  await makeOwner(mila, family.email);
  const other = await newFamily(mila.db);
  const add = (state: DeliveryState, reason?: string) =>
    addDelivery(mila.db, other, { kind: "reminder", state, ...(reason && { reason }) });
  const open = async () => {
    await nora.visit("/preferences/instance");
    await nora.follow("Messages");
  };
  return { nora, add, open };
}

const rowOf = (id: string) =>
  mila.db.selectFrom("deliveries").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const stateOf = async (id: string) => (await rowOf(id)).state;

test("the owner sees everybody's messages by state, without their words", async () => {
  const { nora, add, open } = await openMessages();
  await add("ready");
  await add("failed", "refused");
  await add("delivered");
  await add("cancelled", "task_done");
  await open();
  expect(nora.heading).toBe("Messages");
  expect(nora.text.match(/Due Jun 1/g)).toHaveLength(4);
  for (const [filter, shown] of [
    ["Waiting", "Scheduled for"],
    ["Failed", "Not sent: the provider rejected it"],
    ["Sent", "delivered"],
    ["Not sent", "Not sent: the task was already done"],
  ] as const) {
    await nora.follow(filter);
    expect([filter, nora.text.match(/Due Jun 1/g)?.length, nora.text.includes(shown)]).toEqual([
      filter,
      1,
      true,
    ]);
  }
});

test("the owner sees how many messages the provider charges for", async () => {
  const { add, nora, open } = await openMessages();
  await open();
  expect(nora.text).not.toContain("charges for each");
  const long = firstIdAt(earlierBy(nowIso(), { hours: 31 * 24 }));
  for (const state of ["sent", "delivered", "undelivered", "ready", "failed", "cancelled"] as const)
    await add(state);
  await mila.db.updateTable("deliveries").set({ id: long }).where("state", "=", "sent").execute();
  await open();
  expect(nora.text).toContain(
    "Sent in the last 30 days: 2 by SMS. Your provider charges for each.",
  );
});

test("the owner sends a failed message again", async () => {
  const { nora, add, open } = await openMessages();
  const id = await add("undelivered");
  await open();
  await nora.press(/^Try again/);
  expect(nora.toast).toContain("Trying again");
  expect(["ready", "sending", "cancelled", "failed"]).toContain(await stateOf(id));
  const { retry_count, provider_id } = await mila.db
    .selectFrom("deliveries")
    .select(["retry_count", "provider_id"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  expect([retry_count, provider_id]).toEqual([0, null]);
});

test("the owner cancels a waiting message, unless it is on its way", async () => {
  const { nora, add, open } = await openMessages();
  const [waiting, gone] = [await add("ready"), await add("ready")];
  await open();
  const cancels = nora.html.match(/deliveries\/[\w-]+\/cancel/g) ?? [];
  expect(cancels).toHaveLength(2);
  await mila.db.updateTable("deliveries").set({ state: "sent" }).where("id", "=", gone).execute();
  await nora.post(`/preferences/instance/deliveries/${waiting}/cancel`);
  await nora.reload();
  expect(nora.toast).toContain("Message cancelled");
  await nora.post(`/preferences/instance/deliveries/${gone}/cancel`);
  await nora.reload();
  expect(nora.toast).toContain("Too late: it is already on its way.");
  expect([await stateOf(waiting), await stateOf(gone)]).toEqual(["cancelled", "sent"]);
});

test("after a restored backup, the owner sends or leaves what may have gone out", async () => {
  const { nora, add, open } = await openMessages();
  const hold = async (count: number) => {
    const ids = await Promise.all(Array.from({ length: count }, () => add("ready")));
    await mila.db.updateTable("deliveries").set({ held_at: noon }).where("id", "in", ids).execute();
    await writeFact(mila.db, "held_since_backup", noon);
    await nora.visit("/preferences/instance");
    expect(nora.text).toContain("Some may have gone out before a backup was restored");
    await nora.follow("Messages");
    return ids;
  };
  await open();
  expect(nora.text).not.toContain("restored");
  const [sent] = await hold(1);
  expect(nora.text).toContain("Send this message again? Mila was restored from a backup of Jun 1");
  await nora.press("Send it");
  expect(nora.toast).toContain("They go out now");
  const { held_at } = await rowOf(sent ?? "");
  expect([held_at, nora.text.includes("restored")]).toEqual([null, false]);
  const left = await hold(2);
  expect(nora.text).toContain("Send these 2 messages again?");
  await nora.post("/preferences/instance/deliveries/leave-held");
  await nora.reload();
  expect(nora.toast).toContain("They stay unsent");
  for (const id of left) expect(await stateOf(id)).toBe("cancelled");
  expect(nora.text).toContain("this had probably gone out before");
});

test("the owner ends a pause, and its messages wait no longer", async () => {
  const { nora, add, open } = await openMessages();
  const id = await add("ready");
  const pause = {
    channel: "sms",
    reason: "rate_limit",
    paused_at: noon,
    until: "2099-06-01T12:05:00.000Z",
  } as const;
  await mila.db.insertInto("channel_pauses").values(pause).execute();
  await mila.db.updateTable("deliveries").set({ enqueued_at: noon }).where("id", "=", id).execute();
  await open();
  expect(nora.text).toMatch(/SMS has been paused since Jun 1.*the provider asked Mila to wait/);
  await nora.press(/^End the pause/);
  expect(nora.toast).toContain("Pause ended");
  expect(nora.text).not.toContain("paused");
  expect([
    await mila.db.selectFrom("channel_pauses").selectAll().execute(),
    (await rowOf(id)).enqueued_at,
  ]).toEqual([[], null]);
});

test("a long list has pages", async () => {
  const { nora, add, open } = await openMessages();
  for (let count = 0; count < 51; count += 1) await add("cancelled", "task_done");
  await open();
  expect(nora.text.match(/Due Jun 1/g)).toHaveLength(50);
  await nora.follow("Older messages");
  expect(nora.text.match(/Due Jun 1/g)).toHaveLength(1);
  await nora.visit("/preferences/instance/deliveries?show=nonsense&before=nonsense");
  expect(nora.text.match(/Due Jun 1/g)).toHaveLength(50);
});
