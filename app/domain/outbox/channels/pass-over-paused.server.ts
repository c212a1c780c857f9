import type { Kysely, Transaction } from "kysely";
import type { Database } from "#db/schema.ts";
import { changeAsSystem, whereAllowed } from "../change-state.server.ts";
import type { Outbox } from "../message-type.ts";
import { presentPauses, whereChannelPaused, waitingDevices } from "../queries/paused.ts";
import { findParts } from "../queries/merged.server.ts";
import { findRoutes } from "../queries/used-channels.server.ts";
import {
  findGoing,
  followingKinds,
  isRouteWanted,
  longPauseBegan,
  maxAtOnce,
  passOverEach,
  passOverFailed,
  passOverInFairOrder,
  refusingPauses,
} from "./pass-over.server.ts";
import { moveMerged } from "./use-channel.server.ts";

/**
 * Moves messages from channels that have been paused for ten minutes, or switched off, to the next
 * channel. After a pause, ends those that another channel carried.
 */
export async function passOverPaused(
  db: Kysely<Database>,
  outbox: Outbox,
  now: string,
): Promise<void> {
  const heldUp = (one: Kysely<Database>) => heldUpQuery(one, outbox, now);
  await passOverEach(
    db,
    heldUp,
    await heldUp(db).select("id").limit(maxAtOnce).execute(),
    outbox,
    now,
  );
  const waiting = (one: Kysely<Database>) => pausedQuery(one, outbox, now);
  await passOverEach(db, waiting, await findSwitchedOff(db, outbox, now), outbox, now);
  await db.transaction().execute((trx) => endAfterPause(trx, outbox, now));
}

/**
 * Moves messages that failed, or are refused without a pause, to the next channel. Returns how
 * many; more may be waiting.
 */
export async function passOverAtOnce(
  db: Kysely<Database>,
  outbox: Outbox,
  now: string,
): Promise<number> {
  return (await passOverFailed(db, outbox, now)) + (await passOverRefused(db, outbox, now));
}

/** Moves messages from channels that keep refusing everything. */
async function passOverRefused(db: Kysely<Database>, outbox: Outbox, now: string): Promise<number> {
  let count = 0;
  for (const { channel, isForAll } of await listRefusing(db, now)) {
    const query = (one: Kysely<Database>) =>
      waitingQuery(one, outbox, now).where("channel", "=", channel);
    const work = isForAll
      ? {
          name: `refused by ${channel}`,
          rows: db
            .selectFrom("deliveries")
            .where("deliveries.state", "=", "ready")
            .where("channel", "=", channel),
        }
      : {
          name: `refused to some by ${channel}`,
          rows: refusingPauses(db, now).where("channel", "=", channel),
        };
    count += await passOverInFairOrder(db, { ...work, query }, outbox, now);
  }
  return count;
}

async function listRefusing(db: Kysely<Database>, now: string) {
  const pauses = await refusingPauses(db, now)
    .select("channel")
    .select(({ fn }) => fn.count<number>("user_id").as("users"))
    .select(({ fn }) => fn.countAll<number>().as("pauses"))
    .groupBy("channel")
    .execute();
  return pauses.map(({ channel, users, pauses: all }) => ({ channel, isForAll: all > users }));
}

function heldUpQuery(db: Kysely<Database>, outbox: Outbox, now: string) {
  const devices = db
    .selectFrom("push_devices")
    .select("id")
    .where("waits_since", "<=", longPauseBegan(now));
  const pauses = db.selectFrom("channel_pauses").where("paused_at", "<=", longPauseBegan(now));
  return waitingQuery(db, outbox, now).where((eb) =>
    eb.or([whereChannelPaused(pauses)(eb), eb("device_id", "in", devices)]),
  );
}

function pausedQuery(db: Kysely<Database>, outbox: Outbox, now: string) {
  return waitingQuery(db, outbox, now).where(whereChannelPaused(presentPauses(db, now)));
}

function waitingQuery(db: Kysely<Database>, { messageTypes }: Outbox, now: string) {
  return db
    .selectFrom("deliveries")
    .where(whereAllowed("passed_over"))
    .where("not_before", "<=", now)
    .where("kind", "in", followingKinds(messageTypes));
}

/** The claim would find them only after the pause. */
async function findSwitchedOff(
  db: Kysely<Database>,
  outbox: Outbox,
  now: string,
): Promise<{ id: string }[]> {
  if (!(await presentPauses(db, now).select("channel").executeTakeFirst())) return [];
  const routes = await pausedQuery(db, outbox, now)
    .select(["user_id", "channel", "stands_in_for"])
    .distinct()
    .execute();
  const wanted = await outbox.people.findWantedChannels(db, [
    ...new Set(routes.map(({ user_id }) => user_id)),
  ]);
  const isOff = ({ user_id, ...route }: (typeof routes)[number]) =>
    !isRouteWanted(route, wanted.get(user_id) ?? []);
  const userIds = routes.filter(isOff).map(({ user_id }) => user_id);
  if (userIds.length === 0) return [];
  const waiting = pausedQuery(db, outbox, now).select([
    "id",
    "user_id",
    "channel",
    "stands_in_for",
  ]);
  return (await waiting.where("user_id", "in", userIds).limit(maxAtOnce).execute()).filter(isOff);
}

async function endAfterPause(
  trx: Transaction<Database>,
  { messageTypes }: Outbox,
  now: string,
): Promise<void> {
  const waiting = await trx
    .selectFrom("deliveries")
    .selectAll()
    .where(whereAllowed("resumed"))
    .where((eb) => eb.not(whereChannelPaused(trx.selectFrom("channel_pauses"))(eb)))
    .where(({ eb, or }) =>
      or([eb("device_id", "is", null), eb("device_id", "not in", waitingDevices(trx, now))]),
    )
    .limit(maxAtOnce)
    .execute();
  if (waiting.length === 0) return;
  const parts = await findParts(trx, waiting, messageTypes);
  const ids = [...parts.values()].flat().map(({ id }) => id);
  const routes = Map.groupBy(await findRoutes(trx, ids), ({ messageId }) => messageId);
  for (const delivery of waiting) {
    const own = parts.get(delivery.id) ?? [];
    const others = new Map(
      own.flatMap((part) => {
        const [other] = findGoing(routes.get(part.id) ?? [], part, delivery);
        return other ? [[part.id, other.id] as const] : [];
      }),
    );
    const merged_into = others.values().next().value;
    await moveMerged(trx, "id", others, now);
    const change =
      merged_into && others.size === own.length
        ? ({ transition: "replaced_by_fallback", columns: { merged_into } } as const)
        : ({ transition: "resumed" } as const);
    await changeAsSystem(trx, change, now).where("id", "=", delivery.id).execute();
  }
}
