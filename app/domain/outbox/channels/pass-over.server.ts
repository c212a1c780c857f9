import type { Kysely, SelectQueryBuilder, Transaction } from "kysely";
import { yieldToOthers } from "#db/sql/batches.ts";
import { nextInRotation } from "#db/sql/rotation.ts";
import { someOfEach } from "#db/sql/some-of-each.ts";
import { earlierBy } from "#app/domain/core/time.ts";
import type { Channel, Database, DeliveryState } from "#db/schema.ts";
import { changeAsSystem, whereAllowed } from "../change-state.server.ts";
import { kindsWhere, type MessageTypes, type Outbox } from "../message-type.ts";
import type { Delivery } from "../preparation.ts";
import { isUnwantedReason } from "../reasons.ts";
import { prepareDeliveries } from "../queries/prepare.server.ts";
import { findParts } from "../queries/merged.server.ts";
import { groupOf } from "../state.ts";
import { channelsOf, findRoutes, type Route } from "../queries/used-channels.server.ts";
import { chosenChannel, useChannel } from "./use-channel.server.ts";

/** The most messages in one transaction. */
const batchSize = 25;
export const maxAtOnce = 500;
/** The number of messages before others get their share. */
const roundSize = 100;
const pauseMinutes = 10;

/**
 * Sends what its channel could not carry by the user's next channel that the message has not used.
 */
export async function passOverFailed(
  db: Kysely<Database>,
  outbox: Outbox,
  now: string,
): Promise<number> {
  const work = { name: "failed messages", rows: failedQuery(db), query: failedQuery };
  return passOverInFairOrder(db, work, outbox, now);
}

type Query = (db: Kysely<Database>) => ReturnType<typeof failedQuery>;

/**
 * Takes some of each user first. Returns how many. After a full round, as many again may be
 * waiting.
 * @param rows as for `nextInRotation`
 */
export async function passOverInFairOrder(
  db: Kysely<Database>,
  {
    name,
    rows,
    query,
  }: { name: string; rows: SelectQueryBuilder<any, any, unknown>; query: Query },
  outbox: Outbox,
  now: string,
): Promise<number> {
  const userIds = await nextInRotation(db, { name, rows, column: "user_id", limit: roundSize });
  if (userIds.length === 0) return 0;
  const each = Math.ceil(roundSize / userIds.length);
  const found = await someOfEach(db, userIds, "deliveries", (userId) =>
    query(db).select("id").where("user_id", "=", userId).orderBy("id").limit(each),
  )
    .select("due.id")
    .execute();
  await passOverEach(db, query, found, outbox, now);
  return found.length;
}

function failedQuery(db: Kysely<Database>) {
  return db.selectFrom("deliveries").where(whereAllowed("followed"));
}

/** @param query selects the messages that still have to be passed over */
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
    await yieldToOthers();
  }
}

async function passOver(
  trx: Transaction<Database>,
  delivery: Delivery,
  outbox: Outbox,
  now: string,
): Promise<void> {
  const transition = await decide();
  await changeAsSystem(trx, { transition }, now).where("id", "=", delivery.id).execute();

  async function decide() {
    if (!followingKinds(outbox.messageTypes).includes(delivery.kind)) return "not_followed";
    const isTaken = await takeNext(trx, delivery, outbox, now);
    if (delivery.state === "ready") return isTaken ? "passed_over" : "stuck";
    return isTaken ? "followed" : "given_up";
  }
}

export function followingKinds(messageTypes: MessageTypes) {
  return kindsWhere(messageTypes, (type) => type.followsPreferences);
}

/**
 * Moves each part of a digest to its next channel, where the parts merge again.
 * @returns true if another channel carries some of it
 */
async function takeNext(
  trx: Transaction<Database>,
  delivery: Delivery,
  outbox: Outbox,
  now: string,
): Promise<boolean> {
  const isWaiting = delivery.state === "ready";
  const wanted =
    (await outbox.people.findWantedChannels(trx, [delivery.user_id])).get(delivery.user_id) ?? [];
  const isSwitchedOff = isWaiting
    ? !isRouteWanted(delivery, wanted)
    : isUnwantedReason(delivery.reason);
  const parts = (await findParts(trx, [delivery], outbox.messageTypes)).get(delivery.id) ?? [];
  const routes = Map.groupBy(await findRoutes(trx, idsOf(parts)), ({ messageId }) => messageId);
  const routesOf = ({ id }: Delivery) => routes.get(id) ?? [];
  const goingOf = (part: Delivery) =>
    findGoing(routesOf(part), part, delivery).filter(
      // A waiting route will also be found switched off.
      ({ state, ...route }) => state !== "ready" || !isSwitchedOff || isRouteWanted(route, wanted),
    );
  // A message that waits is still sent beside those that started with it, but not after a later
  // one.
  const isTaken = (part: Delivery) =>
    goingOf(part).some(({ due_at }) => !isWaiting || isSwitchedOff || due_at > part.due_at);
  let left = parts.filter((part) => goingOf(part).length === 0);
  let hasTaken = parts.some(isTaken);
  for (const channel of await findCandidates(
    trx,
    delivery,
    isSwitchedOff ? wanted : null,
    outbox,
    now,
  )) {
    const moved = left
      .filter((part) => !routesOf(part).flatMap(channelsOf).includes(channel))
      .map((part) => ({
        ...part,
        channel,
        device_id: null,
        stands_in_for: isSwitchedOff ? null : chosenChannel(part),
      }));
    const prepared = await prepareDeliveries(trx, moved, outbox, now);
    const able = left.filter(({ id }) => {
      const preparation = prepared.get(id);
      return preparation && !("cancelled" in preparation);
    });
    if (able.length === 0) continue;
    await useChannel(trx, able, { channel, isStandIn: !isSwitchedOff }, now);
    hasTaken = true;
    left = left.filter((part) => !able.includes(part));
  }
  return hasTaken;
}

/**
 * Finds the other routes by which a part may arrive.
 * @param carrier the delivery that carries the part itself
 */
export function findGoing(routes: readonly Route[], part: Delivery, carrier: Delivery): Route[] {
  // A message that was passed over waits until its own pause ends.
  const isPassedOver = ({ state, other_way }: Route) => state === "ready" && other_way === "taken";
  return routes.filter(
    (route) =>
      route.id !== part.id &&
      route.lastId !== carrier.id &&
      mayArrive(route.state) &&
      !isPassedOver(route) &&
      route.due_at >= part.due_at,
  );
}

function mayArrive(state: DeliveryState): boolean {
  return groupOf[state] === "waiting" || groupOf[state] === "sent";
}

const idsOf = (deliveries: readonly Delivery[]) => deliveries.map(({ id }) => id);

export function isRouteWanted(
  route: Pick<Delivery, "channel" | "stands_in_for">,
  wanted: readonly Channel[],
): boolean {
  return wanted.includes(route.channel) || wanted.includes(chosenChannel(route));
}

/** Lists the user's channels in their order, but those in a long pause come last. */
async function findCandidates(
  trx: Transaction<Database>,
  delivery: Delivery,
  wanted: Channel[] | null,
  outbox: Outbox,
  now: string,
): Promise<Channel[]> {
  const { user_id: userId, state } = delivery;
  const channels =
    wanted ?? (await outbox.people.findFallbackChannels(trx, [userId])).get(userId) ?? [];
  const able = channels.filter(outbox.isSetUp);
  const pauses = await uselessPauses(trx, now)
    .where(({ eb, or }) => or([eb("user_id", "is", null), eb("user_id", "=", userId)]))
    .execute();
  const isPaused = (channel: Channel) => pauses.some((pause) => pause.channel === channel);
  const open = able.filter((channel) => !isPaused(channel));
  return state === "ready" ? open : [...open, ...able.filter(isPaused)];
}

function uselessPauses(db: Kysely<Database>, now: string) {
  return db
    .selectFrom("channel_pauses")
    .select("channel")
    .where(({ eb, or, and }) =>
      or([
        eb("paused_at", "<=", longPauseBegan(now)),
        and([eb("until", ">", now), eb("refusals", ">", 1)]),
      ]),
    );
}

/**
 * Finds pauses of providers that refuse everything, or everything to a user, for longer than a
 * moment.
 */
export function refusingPauses(db: Kysely<Database>, now: string) {
  return db.selectFrom("channel_pauses").where("until", ">", now).where("refusals", ">", 1);
}

export function longPauseBegan(now: string): string {
  return earlierBy(now, { minutes: pauseMinutes });
}
