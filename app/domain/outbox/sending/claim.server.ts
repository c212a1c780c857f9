import type { Transaction } from "kysely";
import { countryOf } from "#app/domain/core/phone.server.ts";
import { textChannels } from "#app/domain/core/text-channels.ts";
import { laterBy } from "#app/domain/core/time.ts";
import type { PushTarget } from "#app/services/sending.ts";
import type { Channel, Database } from "#db/schema.ts";
import { idList } from "#db/sql/values.ts";
import { changeAsSystem } from "../change-state.server.ts";
import { findOptedOut, ignoresOptOut } from "../channels/opt-outs.server.ts";
import { awaitProbes, keepOneProbe } from "../channels/pauses/probes.server.ts";
import { findPushTargets } from "../channels/push/push-target.server.ts";
import { spreadOverDevices } from "../channels/push/spread.server.ts";
import type { Outbox } from "../message-type.ts";
import type { EntryChange, Message } from "../message.ts";
import type { Delivery, Instance } from "../preparation.ts";
import { prepareDeliveries } from "../queries/prepare.server.ts";
import { whereSendable } from "../queries/sendable.ts";
import { waitingDevices } from "../queries/paused.ts";
import { wakeWorker } from "../queries/wake-worker.ts";
import { canGoOtherwise, type Reason } from "../reasons.ts";
import { findOverLimit } from "./limits.server.ts";

/** Sending takes 20 s at most, so the lease outlasts it. */
const leaseSeconds = 30;

export interface Claimed {
  delivery: Delivery;
  to: string;
  message: Message | EntryChange;
  isKnown?: boolean;
  /** Set for push messages. */
  target?: PushTarget;
}

/** Returns only the deliveries this worker may send now, and cancels the others. */
export async function claimDeliveries(
  trx: Transaction<Database>,
  ids: readonly string[],
  outbox: Outbox,
  now: string,
): Promise<Map<string, Claimed>> {
  const claimed = await claimReady(trx, await keepOneProbe(trx, ids, now), outbox, now);
  const spread = await spreadOverDevices(trx, await expireOverdue(trx, claimed, now), now);
  const unexpired = await deferWaiting(trx, spread, now);
  const { claims, rejections } = await check(trx, unexpired, outbox, now);
  await cancelDeliveries(trx, rejections, now);
  await awaitProbes(
    trx,
    claims.map(({ delivery }) => delivery),
    { now, until: leaseEnd(now) },
  );
  return new Map(claims.map((claim) => [claim.delivery.id, claim]));
}

export function leaseEnd(now: string): string {
  return laterBy(now, { seconds: leaseSeconds });
}

function claimReady(
  trx: Transaction<Database>,
  ids: readonly string[],
  outbox: Outbox,
  now: string,
): Promise<Delivery[]> {
  return changeAsSystem(
    trx,
    { transition: "claimed", columns: { lease_until: leaseEnd(now) } },
    now,
  )
    .where("id", "in", idList(ids))
    .where(whereSendable(trx, outbox, now))
    .returningAll()
    .execute();
}

async function expireOverdue(
  trx: Transaction<Database>,
  deliveries: Delivery[],
  now: string,
): Promise<Delivery[]> {
  const isExpired = ({ expires_at }: Delivery) => expires_at !== null && expires_at <= now;
  const expired = deliveries.filter(isExpired).map(({ id }) => id);
  if (expired.length === 0) return deliveries;
  await changeAsSystem(trx, { transition: "expired" }, now).where("id", "in", expired).execute();
  return deliveries.filter((delivery) => !isExpired(delivery));
}

async function check(
  trx: Transaction<Database>,
  deliveries: Delivery[],
  outbox: Outbox,
  now: string,
) {
  const rejections = new Map<string, Reason>();
  const preparations = await prepareDeliveries(trx, deliveries, outbox, now);
  const targetOf = await findPushTargets(trx, deliveries, outbox);
  const prepared: Claimed[] = [];
  for (const delivery of deliveries) {
    const preparation = preparations.get(delivery.id) ?? { cancelled: "withdrawn" as const };
    if ("cancelled" in preparation) rejections.set(delivery.id, preparation.cancelled);
    else if (!outbox.isSetUp(delivery.channel)) rejections.set(delivery.id, "no_provider");
    else if (delivery.channel === "push" && !targetOf(delivery))
      rejections.set(delivery.id, "no_device");
    else if (!isCountryAllowed(delivery.channel, preparation.to, outbox))
      rejections.set(delivery.id, "country");
    else prepared.push({ delivery, ...preparation, target: targetOf(delivery) });
  }
  const addresses = prepared.map(({ to }) => to);
  const optedOut = await findOptedOut(trx, addresses);
  const open = prepared.filter(({ delivery, to }) => {
    const cause = optedOut.get(to);
    if (!cause || ignoresOptOut(outbox.messageTypes, delivery, cause)) return true;
    rejections.set(delivery.id, cause === "bounced" ? "bad_email_address" : "opted_out");
    return false;
  });
  const overLimit = await findOverLimit(trx, open, outbox, now);
  for (const [id, reason] of overLimit) rejections.set(id, reason);
  return { claims: open.filter(({ delivery }) => !rejections.has(delivery.id)), rejections };
}

function isCountryAllowed(channel: Channel, to: string, { textCountries }: Instance): boolean {
  return (
    !textChannels.includes(channel) || !textCountries || textCountries.includes(countryOf(to) ?? "")
  );
}

async function cancelDeliveries(
  trx: Transaction<Database>,
  reasonsById: Map<string, Reason>,
  now: string,
): Promise<void> {
  const byReason = Map.groupBy(reasonsById.keys(), (id) => reasonsById.get(id)!);
  for (const [reason, ids] of byReason) {
    const transition = canGoOtherwise(reason) ? "blocked" : "withdrawn";
    await changeAsSystem(trx, { transition, columns: { reason } }, now)
      .where("id", "in", ids)
      .execute();
    if (transition === "blocked") await wakeWorker(trx);
  }
}

/** Returns the deliveries whose device does not wait for its push service. */
async function deferWaiting(
  trx: Transaction<Database>,
  deliveries: Delivery[],
  now: string,
): Promise<Delivery[]> {
  if (!deliveries.some(({ device_id }) => device_id)) return deliveries;
  const waiting = new Set((await waitingDevices(trx, now).execute()).map(({ id }) => id));
  const deferred = deliveries.filter(({ device_id }) => waiting.has(device_id ?? ""));
  for (const { id, retry_count } of deferred) {
    const columns = { not_before: now, retry_count };
    await changeAsSystem(trx, { transition: "deferred", columns }, now)
      .where("id", "=", id)
      .execute();
  }
  return deliveries.filter((delivery) => !deferred.includes(delivery));
}
