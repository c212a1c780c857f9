import type { Kysely, Transaction } from "kysely";
import { inLocks } from "#db/sql/locks.ts";
import { yieldToOthers } from "#db/sql/batches.ts";
import type { Providers } from "#app/services/providers.server.ts";
import type { Channel, Database } from "#db/schema.ts";
import { changeAsSystem, changeUntouched, type Ids } from "../change-state.server.ts";
import { passOverPaused } from "../channels/pass-over-paused.server.ts";
import type { Outbox } from "../message-type.ts";
import type { Delivery, Preparation } from "../preparation.ts";
import { maxCrashes } from "../state.ts";
import { inFlight } from "../sending/deliver.server.ts";
import { prepareDeliveries } from "../queries/prepare.server.ts";
import { recoverFromClockRollback } from "./clock-rollback.server.ts";
import { type Resolved, resolveUnknown } from "./resolve-unknown.server.ts";
import { searchProvider } from "./search-provider.server.ts";

const batchSize = 50;
const expiredAtOnce = 500;

/** Recovers interrupted deliveries (docs/delivery.md, 8). Returns those that it resolved. */
export async function sweep(
  db: Kysely<Database>,
  outbox: Outbox,
  providers: Providers,
  now: string,
  areLeasesHeld: () => boolean = () => false,
): Promise<Resolved[]> {
  await recoverFromClockRollback(db, outbox.messageTypes, now);
  // Each step may read many rows.
  await yieldToOthers();
  await inLocks(db, { keys: ["sending"] }, async (trx) => {
    // Asked only now, because the transaction may have waited for another program's lock.
    if (!areLeasesHeld()) await expireLeases(trx, providers, now);
  });
  await expireReady(db, now);
  await yieldToOthers();
  const channels = await unknownChannelsQuery(db).execute();
  // In parallel, so that a silent provider delays only its own messages.
  const resolved = await Promise.all(
    channels.map(async ({ channel }) => {
      const deliveries = await leastAskedQuery(db, channel).limit(batchSize).execute();
      await markAsked(db, deliveries, now);
      return resolveSome(db, deliveries, outbox, providers, now);
    }),
  );
  await passOverPaused(db, outbox, now);
  return resolved.flat();
}

export function unknownChannelsQuery(db: Kysely<Database>) {
  return db.selectFrom("deliveries").select("channel").distinct().where("state", "=", "unknown");
}

/** Sorts by the last search, so that unanswered deliveries don't hide the others. */
export function leastAskedQuery(db: Kysely<Database>, channel: Channel) {
  return db
    .selectFrom("deliveries")
    .selectAll()
    .where("state", "=", "unknown")
    .where("channel", "=", channel)
    .orderBy("asked_at");
}

async function markAsked(db: Kysely<Database>, deliveries: Delivery[], now: string): Promise<void> {
  const ids = deliveries.map(({ id }) => id);
  await changeAsSystem(db, { transition: "asked" }, now).where("id", "in", ids).execute();
}

async function resolveSome(
  db: Kysely<Database>,
  deliveries: Delivery[],
  outbox: Outbox,
  providers: Providers,
  now: string,
): Promise<Resolved[]> {
  const prepared = await prepareAsClaimed(db, deliveries, outbox);
  const searches = await Promise.all(
    deliveries.map(async (delivery) => {
      const preparation = prepared.get(delivery.id) ?? { cancelled: "withdrawn" as const };
      const found = await searchProvider({ delivery, preparation }, outbox, providers, now);
      return { delivery, found, preparation };
    }),
  );
  return resolveUnknown(db, outbox.messageTypes, searches, now);
}

/** Prepares messages as of their claim, because their text may say "today". */
async function prepareAsClaimed(db: Kysely<Database>, deliveries: Delivery[], outbox: Outbox) {
  return db.transaction().execute(async (trx) => {
    const prepared = new Map<string, Preparation>();
    for (const [claimedAt, some] of Map.groupBy(deliveries, ({ claimed_at }) => claimed_at ?? "")) {
      for (const [id, one] of await prepareDeliveries(trx, some, outbox, claimedAt))
        prepared.set(id, one);
    }
    return prepared;
  });
}

/** Skips this process's own leases, because it knows that they are alive. */
async function expireLeases(
  trx: Transaction<Database>,
  { withoutLookup }: Providers,
  now: string,
): Promise<void> {
  const isOver = (leased: Ids) =>
    leased.where("lease_until", "<", now).where("id", "not in", [...inFlight]);
  await changeUntouched(trx, { transition: "released" }, now, (leased) =>
    isOver(leased).where("channel", "in", withoutLookup).where("transmitted_at", "is", null),
  ).execute();
  await changeUntouched(trx, { transition: "crashed" }, now, (leased) =>
    isOver(leased).where("crash_count", ">=", maxCrashes - 1),
  ).execute();
  await changeUntouched(trx, { transition: "cut_off" }, now, isOver).execute();
}

/** Works in batches, because there may be thousands after a long time off. */
async function expireReady(db: Kysely<Database>, now: string): Promise<void> {
  for (;;) {
    const { numUpdatedRows } = await inLocks(db, { keys: ["sending"] }, (trx) =>
      changeUntouched(trx, { transition: "expired" }, now, (allowed) =>
        whereExpiring(allowed, now).limit(expiredAtOnce),
      ).executeTakeFirst(),
    );
    if (numUpdatedRows < expiredAtOnce) return;
    await yieldToOthers();
  }
}

/** Uses the index of the few messages that expire. */
export const whereExpiring = (ids: Ids, now: string) =>
  ids.where("state", "=", "ready").where("expires_at", "<=", now);
