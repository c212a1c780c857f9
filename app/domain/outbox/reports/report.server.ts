import type { Kysely, Transaction, Updateable } from "kysely";
import { nowIso } from "#app/domain/core/time.ts";
import type { Progress } from "#app/services/sending.ts";
import type { Channel, Database } from "#db/schema.ts";
import { isNews } from "./events.server.ts";
import { optOut } from "../channels/opt-outs.server.ts";
import { otherChannel } from "../channels/other-channel.server.ts";
import type { Delivery } from "../preparation.ts";
import { passStep } from "../checkpoints.ts";

/** What a provider says, of its own accord or asked for it, about a message that it has taken. */
export interface Report {
  /** The provider's id of the message. */
  providerId: string;
  /** Where the provider knows it: then it may be faster than our own record of having sent. */
  deliveryId?: string | null;
  /** Whom it went to (E.164 or an e-mail address), where that is said. */
  to?: string;
  /** By which channel, where that is said. */
  channel?: Channel;
  progress: Progress;
}

/**
 * Moves a delivery to what its provider reports: sent, then delivered or undelivered. Only forward, in whatever order
 * reports come; twice is once. A number that wants nothing more, and an e-mail address that nothing reaches or that
 * took it for spam, gets nothing more. What is about no delivery of ours is ignored.
 */
export async function reportProgress(db: Kysely<Database>, report: Report, now: string = nowIso()): Promise<void> {
  passStep("reported", "before");
  await db.transaction().execute(async (trx) => {
    const delivery = await findDelivery(trx, report);
    if (!delivery || isOfFormerTry(report, delivery) || !(await isNews(trx, eventId(report), now))) return;
    if (isForGood(report)) await optOut(trx, report.to, now, hasBounced(report) ? "bounced" : "asked");
    const change = await changeFor(trx, delivery, report, now);
    if (change) await trx.updateTable("deliveries").set(change).where("id", "=", delivery.id).execute();
  });
  passStep("reported", "after");
}

function eventId({ providerId, progress }: Report): string {
  return [providerId, progress.is, ...(progress.is === "undelivered" ? [progress.reason] : [])].join(":");
}

async function findDelivery(
  trx: Transaction<Database>,
  { deliveryId, providerId }: Report,
): Promise<Delivery | undefined> {
  const deliveries = trx.selectFrom("deliveries").selectAll();
  const named = deliveryId && (await deliveries.where("id", "=", deliveryId).executeTakeFirst());
  return named || deliveries.where("provider_id", "=", providerId).executeTakeFirst();
}

/** WhatsApp refused it, and says so again of its own accord: by then it goes by SMS. */
function isOfFormerTry({ channel }: Report, delivery: Delivery): boolean {
  return channel !== undefined && channel !== delivery.channel;
}

function isForGood(report: Report): report is Report & { to: string } {
  const { to, progress } = report;
  if (to === undefined || progress.is !== "undelivered") return false;
  return progress.reason === "opted_out" || (hasBounced(report) && to.includes("@"));
}

function hasBounced({ progress }: Report): boolean {
  return progress.is === "undelivered" && progress.reason === "bad_address";
}

async function changeFor(
  trx: Transaction<Database>,
  delivery: Delivery,
  { providerId, progress }: Report,
  now: string,
): Promise<Updateable<Database["deliveries"]> | null> {
  const isBeforeSent = hasGoneOut(delivery) && delivery.state !== "sent";
  if (!isBeforeSent && delivery.state !== "sent") return null;
  // It went out twice: that one copy did not arrive says nothing about the other.
  if (delivery.provider_id && delivery.provider_id !== providerId && progress.is !== "delivered") return null;
  const taken = { provider_id: providerId, ended_at: delivery.ended_at ?? now, lease_until: null, reason: null };
  switch (progress.is) {
    case "underway":
      return isBeforeSent ? { ...taken, state: "sent" } : null;
    case "delivered":
      return { ...taken, state: "delivered" };
    case "undelivered": {
      const isEmail = delivery.channel === "email" && progress.reason === "bad_address";
      return { ...taken, state: "undelivered", reason: isEmail ? "bad_email_address" : progress.reason };
    }
    case "other_channel":
      if (delivery.channel === progress.channel) return { ...taken, state: "undelivered", reason: "refused" };
      return { ...taken, state: "merged", merged_into: await otherChannel(trx, delivery, progress.channel, now) };
  }
}

/** A claim has given it to the provider; one that was made ready again may have arrived all the same. */
function hasGoneOut({ state, attempts }: Delivery): boolean {
  return ["sending", "unknown", "sent"].includes(state) || (state === "ready" && attempts > 0);
}
