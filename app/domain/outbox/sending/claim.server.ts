import type { Transaction } from "kysely";
import { countryOf } from "#app/domain/core/phone.server.ts";
import { laterBy } from "#app/domain/core/time.ts";
import type { Channel, Database } from "#db/schema.ts";
import { cancelDeliveries } from "./cancel.server.ts";
import { changeChannels } from "../channels/change-channel.server.ts";
import { withinLimits } from "./limits.server.ts";
import type { EntryChange, Message } from "../message.ts";
import { findOptedOut, isTried } from "../channels/opt-outs.server.ts";
import type { Delivery, Instance } from "../preparation.ts";
import { prepareDeliveries } from "./prepare.server.ts";
import type { Reason } from "../reasons.ts";
import { isSendable } from "./sendable.ts";
import { textChannels } from "#app/domain/core/text-channels.ts";

/** Longer than sending can take (20 s): after it nobody is sending any more. */
const leaseSeconds = 30;

/** A delivery that this process alone is to send, once. */
export interface Claimed {
  delivery: Delivery;
  to: string;
  message: Message | EntryChange;
}

/**
 * Takes deliveries for sending, in one transaction: those that are ready, due, and still to be sent by everything that
 * is known at this moment. Whoever comes second, what need not go out any more (it ends as cancelled, with the reason), and
 * what is to go by another channel is not in the answer.
 */
export async function claimDeliveries(
  trx: Transaction<Database>,
  ids: readonly string[],
  instance: Instance,
  now: string,
): Promise<Map<string, Claimed>> {
  const deliveries = await take(trx, ids, now);
  const live = await endExpired(trx, deliveries, now);
  return refuse(trx, live, instance, now);
}

/** Until when a claim made now holds. */
export function leaseEnd(now: string): string {
  return laterBy(now, { seconds: leaseSeconds });
}

async function take(trx: Transaction<Database>, ids: readonly string[], now: string): Promise<Delivery[]> {
  return trx
    .updateTable("deliveries")
    .set(({ eb }) => ({
      state: "sending",
      claimed_at: now,
      lease_until: leaseEnd(now),
      attempts: eb("attempts", "+", 1),
    }))
    .where("id", "in", ids)
    .where(isSendable(trx, now))
    .returningAll()
    .execute();
}

async function endExpired(trx: Transaction<Database>, deliveries: Delivery[], now: string): Promise<Delivery[]> {
  const isExpired = ({ expires_at }: Delivery) => expires_at !== null && expires_at <= now;
  const expired = deliveries.filter(isExpired).map(({ id }) => id);
  if (expired.length === 0) return deliveries;
  await trx.updateTable("deliveries").set({ state: "expired", ended_at: now }).where("id", "in", expired).execute();
  return deliveries.filter((delivery) => !isExpired(delivery));
}

/** Reads everything again, and cancels what is not to be sent; the others are claimed. */
async function refuse(
  trx: Transaction<Database>,
  deliveries: Delivery[],
  instance: Instance,
  now: string,
): Promise<Map<string, Claimed>> {
  const preparations = await prepareDeliveries(trx, deliveries, instance, now);
  const cancelled = new Map<string, Reason>();
  const wanted: (Claimed & { isToAnother: boolean })[] = [];
  for (const delivery of deliveries) {
    const preparation = preparations.get(delivery.id) ?? { cancelled: "withdrawn" as const };
    if ("cancelled" in preparation) cancelled.set(delivery.id, preparation.cancelled);
    else if (!instance.isSetUp(delivery.channel)) cancelled.set(delivery.id, "no_provider");
    else if (!isCountryAllowed(delivery.channel, preparation.to, instance)) cancelled.set(delivery.id, "country");
    else wanted.push({ delivery, ...preparation });
  }
  const optedOut = await findOptedOut(
    trx,
    wanted.map(({ to }) => to),
  );
  for (const { delivery, to } of wanted) {
    const cause = optedOut.get(to);
    if (cause && !isTried(delivery, cause))
      cancelled.set(delivery.id, cause === "bounced" ? "bad_email_address" : "opted_out");
  }
  const open = wanted.filter(({ delivery }) => !cancelled.has(delivery.id));
  const allowed = await withinLimits(trx, open, instance.limits, now);
  for (const { delivery } of open) if (!allowed.has(delivery.id)) cancelled.set(delivery.id, "limit");
  await cancelDeliveries(trx, cancelled, now);
  const unwanted = deliveries.filter(({ id }) => cancelled.get(id) === "not_wanted");
  await changeChannels(trx, unwanted, instance, now);
  return new Map(open.filter(({ delivery }) => allowed.has(delivery.id)).map((claim) => [claim.delivery.id, claim]));
}

function isCountryAllowed(channel: Channel, to: string, { textCountries }: Instance): boolean {
  return !textChannels.includes(channel) || !textCountries || textCountries.includes(countryOf(to) ?? "");
}
