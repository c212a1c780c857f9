import { type Kysely, type RawBuilder, sql, type Transaction } from "kysely";
import { giveWay } from "#app/domain/core/sql/give-way.ts";
import { goAround } from "#app/domain/core/sql/go-around.ts";
import { earlierBy } from "#app/domain/core/time.ts";
import type { Channel, Database, DeliveryState } from "#db/schema.ts";
import { kindsWhere, type MessageTypes, type Outbox } from "../message-type.ts";
import type { Delivery } from "../preparation.ts";
import { isUnwantedReason } from "../reasons.ts";
import { prepareDeliveries } from "../queries/prepare.server.ts";
import { findOthersOfCause, findUsedChannels } from "../queries/used-channels.server.ts";
import { chosenChannel, useChannel } from "./use-channel.server.ts";

/** In one transaction. */
const batchSize = 25;
export const mostAtOnce = 500;
/** Passed over before others have their turn again. */
const roundSize = 100;
const pauseMinutes = 10;
/** An unknown one may arrive as well. */
export const goingStates: readonly DeliveryState[] = ["ready", "sending", "unknown", "sent", "delivered"];

/** Sends what its channel could not carry by the next one that its user has and that the message has not used. */
export async function passOverFailed(db: Kysely<Database>, outbox: Outbox, now: string): Promise<number> {
  const rows = sql`deliveries where other_way = 'wanted'`;
  return passOverInTurns(db, { name: "failed messages", rows, query: failedQuery }, outbox, now);
}

type Query = (db: Kysely<Database>) => ReturnType<typeof failedQuery>;

/** Takes some of each user first. Returns how many: as many again may be waiting after a full round. @param rows as for `goAround` */
export async function passOverInTurns(
  db: Kysely<Database>,
  { name, rows, query }: { name: string; rows: RawBuilder<unknown>; query: Query },
  outbox: Outbox,
  now: string,
): Promise<number> {
  const userIds = await goAround(db, { name, rows, column: "user_id", limit: roundSize });
  const each = Math.ceil(roundSize / Math.max(userIds.length, 1));
  const ofOne = query(db)
    .select("id")
    .where("user_id", "=", sql<string>`one.value`)
    .orderBy("id")
    .limit(each);
  const found = await sql<{ id: string }>`
    select waiting.id from json_each(${JSON.stringify(userIds)}) as one
    join deliveries as waiting on waiting.id in ${ofOne}`.execute(db);
  await passOverEach(db, query, found.rows, outbox, now);
  return found.rows.length;
}

function failedQuery(db: Kysely<Database>) {
  return db.selectFrom("deliveries").where(sql<boolean>`other_way = 'wanted'`);
}

/** @param query selects those that are still to be passed over */
export async function passOverEach(
  db: Kysely<Database>,
  query: Query,
  ids: { id: string }[],
  outbox: Outbox,
  now: string,
): Promise<void> {
  for (let from = 0; from < ids.length; from += batchSize) {
    const batch = ids.slice(from, from + batchSize).map(({ id }) => id);
    await db.transaction().execute(async (trx) => {
      const deliveries = await query(trx).selectAll().where("id", "in", batch).execute();
      for (const delivery of deliveries) await passOver(trx, delivery, outbox, now);
    });
    await giveWay();
  }
}

async function passOver(trx: Transaction<Database>, delivery: Delivery, outbox: Outbox, now: string): Promise<void> {
  const isFollowing = followingKinds(outbox.messageTypes).includes(delivery.kind);
  const otherWay = isFollowing ? await takeNext(trx, delivery, outbox, now) : null;
  await trx.updateTable("deliveries").set({ other_way: otherWay }).where("id", "=", delivery.id).execute();
}

export function followingKinds(messageTypes: MessageTypes) {
  return kindsWhere(messageTypes, (type) => type.followsPreferences);
}

async function takeNext(
  trx: Transaction<Database>,
  delivery: Delivery,
  outbox: Outbox,
  now: string,
): Promise<"taken" | "none"> {
  const isWaiting = delivery.state === "ready";
  const wanted = (await outbox.people.findWantedChannels(trx, [delivery.user_id])).get(delivery.user_id) ?? [];
  const isSwitchedOff = isWaiting ? !isRouteWanted(delivery, wanted) : isUnwantedReason(delivery.reason);
  const others = await findOthersOfCause(trx, delivery);
  const going = others.filter(
    (other) =>
      goingStates.includes(other.state) &&
      other.due_at >= delivery.due_at &&
      // It waits for the end of its pause, or will be found switched off as well.
      !(other.state === "ready" && (other.other_way === "taken" || (isSwitchedOff && !isRouteWanted(other, wanted)))),
  );
  // What only waits still goes out beside those that started with it, but not after a later one.
  if (going.some((other) => !isWaiting || isSwitchedOff || other.due_at > delivery.due_at)) return "taken";
  if (going.length > 0) return "none";
  const moved = { ...delivery, device_id: null, stands_in_for: isSwitchedOff ? null : chosenChannel(delivery) };
  for (const channel of await findCandidates(trx, delivery, isSwitchedOff ? wanted : null, outbox, now)) {
    const preparation = (await prepareDeliveries(trx, [{ ...moved, channel }], outbox, now)).get(delivery.id);
    if (!preparation || "cancelled" in preparation) continue;
    await useChannel(trx, delivery, { channel, standsInFor: moved.stands_in_for }, now);
    return "taken";
  }
  return "none";
}

export function isRouteWanted(route: Pick<Delivery, "channel" | "stands_in_for">, wanted: readonly Channel[]): boolean {
  return wanted.includes(route.channel) || wanted.includes(chosenChannel(route));
}

/** In the user's order, but what can be sent now goes before what must wait for the end of a long pause. */
async function findCandidates(
  trx: Transaction<Database>,
  delivery: Delivery,
  wanted: Channel[] | null,
  outbox: Outbox,
  now: string,
): Promise<Channel[]> {
  const { user_id: userId, state } = delivery;
  const ways = wanted ?? (await outbox.people.findOtherWays(trx, [userId])).get(userId) ?? [];
  const used = await findUsedChannels(trx, delivery);
  const unused = ways.filter((channel) => !used.has(channel) && outbox.isSetUp(channel));
  const pauses = [...(await longPausedChannels(trx, now).execute()), ...(await refusingChannels(trx, now).execute())];
  const isPaused = (channel: Channel) => pauses.some((pause) => pause.channel === channel);
  const open = unused.filter((channel) => !isPaused(channel));
  return state === "ready" ? open : [...open, ...unused.filter(isPaused)];
}

export function longPausedChannels(db: Kysely<Database>, now: string) {
  return db.selectFrom("channel_pauses").select("channel").where("paused_at", "<=", longPauseBegan(now));
}

/** Their providers refuse everything, for longer than a moment. */
export function refusingChannels(db: Kysely<Database>, now: string) {
  return db.selectFrom("channel_pauses").select("channel").where("until", ">", now).where("refusals", ">", 1);
}

export function longPauseBegan(now: string): string {
  return earlierBy(now, { minutes: pauseMinutes });
}
