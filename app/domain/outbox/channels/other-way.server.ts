import { type Kysely, sql, type Transaction } from "kysely";
import { earlierBy } from "#app/domain/core/time.ts";
import type { Channel, Database, DeliveryState } from "#db/schema.ts";
import { changeState } from "../change-state.server.ts";
import { kindsWhere, type Outbox } from "../message-type.ts";
import type { Delivery } from "../preparation.ts";
import { isIn } from "../queries/is-in.ts";
import { prepareDeliveries } from "../queries/prepare.server.ts";
import { findOthersOfCause } from "../queries/same-cause.server.ts";
import { waitingDevices } from "../queries/waiting-devices.ts";
import { addFallback, chosenChannel } from "./fallback.server.ts";

const batchSize = 500;
const pauseMinutes = 10;
/** An unknown one may arrive as well. */
const goingStates: readonly DeliveryState[] = ["ready", "sending", "unknown", "sent", "delivered"];

/** Sends by the user's next channel, once, what its own refused or has held up for ten minutes. */
export async function sendOtherWay(db: Kysely<Database>, outbox: Outbox, now: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const failed = await trx
      .selectFrom("deliveries")
      .selectAll()
      .where(sql<boolean>`other_way = 'wanted'`)
      .limit(batchSize)
      .execute();
    for (const delivery of failed) await takeOtherWay(trx, delivery, outbox, now);
    for (const delivery of await findHeldUp(trx, outbox, now)) await takeOtherWay(trx, delivery, outbox, now);
    await endAfterPause(trx, now);
  });
}

function findHeldUp(trx: Transaction<Database>, { messageTypes }: Outbox, now: string): Promise<Delivery[]> {
  const paused = trx
    .selectFrom("channel_pauses")
    .select("channel")
    .where("paused_at", "<=", earlierBy(now, { minutes: pauseMinutes }));
  const waiting = trx
    .selectFrom("push_devices")
    .select("id")
    .where("waits_since", "<=", earlierBy(now, { minutes: pauseMinutes }));
  return trx
    .selectFrom("deliveries")
    .selectAll()
    .where(isIn("ready"))
    .where(({ eb, or }) => or([eb("channel", "in", paused), eb("device_id", "in", waiting)]))
    .where("not_before", "<=", now)
    .where("other_way", "is", null)
    .where("held_at", "is", null)
    .where("kind", "in", followingKinds(messageTypes))
    .limit(batchSize)
    .execute();
}

function followingKinds(messageTypes: Outbox["messageTypes"]) {
  return kindsWhere(messageTypes, (type) => type.followsPreferences);
}

async function takeOtherWay(
  trx: Transaction<Database>,
  delivery: Delivery,
  outbox: Outbox,
  now: string,
): Promise<void> {
  const channel = await findOtherWay(trx, delivery, outbox, now);
  if (channel) await addFallback(trx, delivery, channel, now);
  const otherWay = channel ? "taken" : "none";
  await trx.updateTable("deliveries").set({ other_way: otherWay }).where("id", "=", delivery.id).execute();
}

async function findOtherWay(
  trx: Transaction<Database>,
  delivery: Delivery,
  outbox: Outbox,
  now: string,
): Promise<Channel | undefined> {
  const { messageTypes, people } = outbox;
  if (!delivery.is_own || !followingKinds(messageTypes).includes(delivery.kind)) return undefined;
  const others = await findOthersOfCause(trx, delivery);
  if (others.some(({ state }) => goingStates.includes(state))) return undefined;
  const ways = (await people.findOtherWays(trx, [delivery.user_id])).get(delivery.user_id) ?? [];
  const paused = await trx.selectFrom("channel_pauses").select("channel").execute();
  const used = [delivery, ...others, ...paused].map((one) => one.channel);
  for (const channel of ways.filter((way) => !used.includes(way) && outbox.isSetUp(way))) {
    const moved = { ...delivery, channel, stands_in_for: chosenChannel(delivery) };
    const preparation = (await prepareDeliveries(trx, [moved], outbox, now)).get(delivery.id);
    if (preparation && !("cancelled" in preparation)) return channel;
  }
  return undefined;
}

/** After the pause, what went out meanwhile ends, and what did not is sent. */
async function endAfterPause(trx: Transaction<Database>, now: string): Promise<void> {
  const waiting = await trx
    .selectFrom("deliveries")
    .select(["id", "cause"])
    .where(isIn("ready"))
    .where("other_way", "=", "taken")
    .where("channel", "not in", trx.selectFrom("channel_pauses").select("channel"))
    .where(({ eb, or }) => or([eb("device_id", "is", null), eb("device_id", "not in", waitingDevices(trx, now))]))
    .limit(batchSize)
    .execute();
  for (const delivery of waiting) {
    const other = (await findOthersOfCause(trx, delivery)).find(({ state }) => goingStates.includes(state));
    await (
      other
        ? changeState(trx, { transition: "went_other_way", columns: { merged_into: other.id } }, now)
        : trx.updateTable("deliveries").set({ other_way: "none" })
    )
      .where("id", "=", delivery.id)
      .execute();
  }
}
