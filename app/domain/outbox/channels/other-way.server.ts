import { type Kysely, sql, type Transaction } from "kysely";
import { giveWay } from "#app/domain/core/sql/give-way.ts";
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

/** In one transaction. */
const batchSize = 25;
const mostAtOnce = 500;
const pauseMinutes = 10;
/** An unknown one may arrive as well. */
const goingStates: readonly DeliveryState[] = ["ready", "sending", "unknown", "sent", "delivered"];

/** Sends by the user's next channel, once, what its own refused or has held up for ten minutes. */
export async function sendOtherWay(db: Kysely<Database>, outbox: Outbox, now: string): Promise<void> {
  for (const query of [refusedQuery(db), heldUpQuery(db, outbox, now)]) {
    const ids = (await query.select("id").limit(mostAtOnce).execute()).map(({ id }) => id);
    for (let from = 0; from < ids.length; from += batchSize) {
      const batch = ids.slice(from, from + batchSize);
      await db.transaction().execute((trx) => takeOtherWays(trx, batch, outbox, now));
      await giveWay();
    }
    await giveWay();
  }
  await db.transaction().execute((trx) => endAfterPause(trx, now));
}

function refusedQuery(db: Kysely<Database>) {
  return db.selectFrom("deliveries").where(sql<boolean>`other_way = 'wanted'`);
}

function heldUpQuery(db: Kysely<Database>, { messageTypes }: Outbox, now: string) {
  const since = earlierBy(now, { minutes: pauseMinutes });
  const paused = db.selectFrom("channel_pauses").select("channel").where("paused_at", "<=", since);
  const waiting = db.selectFrom("push_devices").select("id").where("waits_since", "<=", since);
  return db
    .selectFrom("deliveries")
    .where(isIn("ready"))
    .where(({ eb, or }) => or([eb("channel", "in", paused), eb("device_id", "in", waiting)]))
    .where("not_before", "<=", now)
    .where("other_way", "is", null)
    .where("held_at", "is", null)
    .where("kind", "in", followingKinds(messageTypes));
}

function followingKinds(messageTypes: Outbox["messageTypes"]) {
  return kindsWhere(messageTypes, (type) => type.followsPreferences);
}

async function takeOtherWays(trx: Transaction<Database>, ids: string[], outbox: Outbox, now: string): Promise<void> {
  for (const query of [refusedQuery(trx), heldUpQuery(trx, outbox, now)])
    for (const delivery of await query.selectAll().where("id", "in", ids).execute())
      await takeOtherWay(trx, delivery, outbox, now);
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
    .limit(mostAtOnce)
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
