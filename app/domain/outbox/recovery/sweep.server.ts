import type { Kysely } from "kysely";
import type { Database } from "#db/schema.ts";
import { earlierBy, laterBy } from "#app/domain/core/time.ts";
import type { Found } from "#app/services/sending.ts";
import { hoursClocksDiffer } from "./clocks.ts";
import { leavePausedChannels } from "../channels/leave-paused.server.ts";
import { outgoing } from "../sending/to-provider-message.server.ts";
import type { Delivery, Instance, Preparation } from "../preparation.ts";
import { prepareDeliveries } from "../sending/prepare.server.ts";
import type { Providers } from "#app/services/providers.server.ts";
import { followClockBack } from "./clock-rollback.server.ts";
import { settle } from "./resolve-unknown.server.ts";
import { underWay } from "../sending/in-flight.ts";

/** So many claims that ended without anything learned are enough. */
const deathsBeforeFailed = 3;
/** By each channel. */
const askedAtOnce = 50;

/**
 * Looks after what was cut off while it was being sent: never sends it again without asking its provider first
 * (docs/delivery.md, 8). Returns how many it found out about.
 */
export async function sweep(
  db: Kysely<Database>,
  instance: Instance,
  providers: Providers,
  now: string,
): Promise<number> {
  await followClockBack(db, now);
  await expireLeases(db, now);
  await expireReady(db, now);
  const unknown = db.selectFrom("deliveries").where("state", "=", "unknown");
  const channels = await unknown.select("channel").distinct().execute();
  // Each by itself: a provider that does not answer holds up its own messages only.
  const settled = await Promise.all(
    channels.map(async ({ channel }) => {
      const oldest = unknown.where("channel", "=", channel).orderBy("unknown_since").limit(askedAtOnce);
      return findOut(db, await oldest.selectAll().execute(), instance, providers, now);
    }),
  );
  await leavePausedChannels(db, instance, now);
  return settled.reduce((sum, count) => sum + count, 0);
}

/** Asks about each of them at the same time, and ends what is known then. */
async function findOut(
  db: Kysely<Database>,
  deliveries: Delivery[],
  instance: Instance,
  providers: Providers,
  now: string,
): Promise<number> {
  const prepared = await prepareAsClaimed(db, deliveries, instance);
  const asked = await Promise.all(
    deliveries.map(async (delivery) => {
      const preparation = prepared.get(delivery.id) ?? { cancelled: "withdrawn" as const };
      const found = await ask(delivery, preparation, instance, providers, now);
      return { delivery, found, preparation };
    }),
  );
  return settle(db, asked, now);
}

/** As they were written when they were sent: "today" was the day of the claim. */
async function prepareAsClaimed(db: Kysely<Database>, deliveries: Delivery[], instance: Instance) {
  return db.transaction().execute(async (trx) => {
    const prepared = new Map<string, Preparation>();
    for (const [claimedAt, some] of Map.groupBy(deliveries, ({ claimed_at }) => claimed_at ?? "")) {
      for (const [id, one] of await prepareDeliveries(trx, some, instance, claimedAt)) prepared.set(id, one);
    }
    return prepared;
  });
}

/**
 * Whoever claimed these is gone, or hangs: what became of the message is not known. But for what is under way here: a
 * lease that is over by a clock that was set ahead, or after sleep, is none that somebody left.
 */
async function expireLeases(db: Kysely<Database>, now: string): Promise<void> {
  const cutOff = db
    .updateTable("deliveries")
    .where("state", "=", "sending")
    .where("lease_until", "<", now)
    .where("id", "not in", [...underWay]);
  await cutOff
    .where("deaths", ">=", deathsBeforeFailed - 1)
    .set({ state: "failed", reason: "crashed", ended_at: now })
    .execute();
  await cutOff.set(({ eb }) => ({ state: "unknown", unknown_since: now, deaths: eb("deaths", "+", 1) })).execute();
}

async function expireReady(db: Kysely<Database>, now: string): Promise<void> {
  await db
    .updateTable("deliveries")
    .set({ state: "expired", ended_at: now })
    .where("state", "=", "ready")
    .where("expires_at", "<=", now)
    .execute();
}

async function ask(
  delivery: Delivery,
  preparation: Preparation,
  instance: Instance,
  providers: Providers,
  now: string,
): Promise<Found> {
  const { claimed_at: claimedAt, unknown_since: unknownSince, channel } = delivery;
  const sent = sentOf(delivery, preparation, instance);
  if (!sent || !claimedAt) return { is: "unaskable" };
  // A clock that is wrong, or was when it was claimed, must not hide the message; what was sent earlier is another, and
  // settle knows whose the others are.
  const since = earlierBy(claimedAt < now ? claimedAt : now, { hours: hoursClocksDiffer });
  const found = await providers.find(sent, since).catch(() => ({ is: "unanswered" }) as const);
  const listsAfter = laterBy(unknownSince ?? claimedAt, { seconds: providers.listsAfterSeconds(channel) });
  return found.is === "absent" && now < listsAfter ? { is: "unanswered" } : found;
}

/** What to ask about; null where it is not known any more what was said to whom, which an e-mail is found without. */
function sentOf(delivery: Delivery, { to, message }: Preparation, instance: Instance) {
  const { id: deliveryId, channel } = delivery;
  if (channel === "email") return { deliveryId, channel };
  return to && message ? outgoing({ delivery, to, message }, instance) : null;
}
