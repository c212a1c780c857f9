import type { Kysely, Transaction } from "kysely";
import { nowIso } from "#app/domain/core/time.ts";
import type { Progress } from "#app/services/sending.ts";
import type { Channel, Database } from "#db/schema.ts";
import { changeAsProvider } from "../change-state.server.ts";
import { optOut } from "../channels/opt-outs.server.ts";
import { findByChannel, useChannel } from "../channels/use-channel.server.ts";
import { checkpoint } from "../checkpoints.ts";
import type { Delivery } from "../preparation.ts";
import { wakeWorker } from "../queries/wake-worker.ts";
import { isUnconfirmed } from "../reasons.ts";
import { type Change, transitions } from "../state.ts";
import { recordIfNew } from "./events.server.ts";

export interface Report {
  providerId: string;
  /** Our own id, because a report may arrive before we have recorded the provider's. */
  deliveryId?: string | null;
  to?: string;
  channel?: Channel;
  progress: Progress;
}

/** The log entry about a changed delivery. */
export interface Reported {
  delivery: string;
  transition: Change["transition"];
}

/**
 * Reports may repeat and arrive in any order. Ignores reports about unknown messages. Returns what
 * changed.
 */
export async function reportProgress(
  db: Kysely<Database>,
  report: Report,
  now: string = nowIso(),
): Promise<Reported | null> {
  checkpoint("reported", "before");
  const reported = await db.transaction().execute(async (trx) => {
    const delivery = await findDelivery(trx, report);
    if (
      !delivery ||
      isFromPreviousChannel(report, delivery) ||
      !(await recordIfNew(trx, eventId(report), now))
    )
      return null;
    if (isPermanent(report))
      await optOut(trx, report.to, now, hasBounced(report) ? "bounced" : "asked");
    return applyReport(trx, delivery, report, now);
  });
  checkpoint("reported", "after");
  return reported;
}

async function applyReport(
  trx: Transaction<Database>,
  delivery: Delivery,
  report: Report,
  now: string,
): Promise<Reported | null> {
  const next = afterReport(delivery, report);
  if (!next) return null;
  const change =
    "replacedBy" in next
      ? await replace(trx, delivery, report.providerId, next.replacedBy, now)
      : next;
  await changeAsProvider(trx, change, now).where("id", "=", delivery.id).execute();
  if (change.transition === "undelivered") await wakeWorker(trx);
  return { delivery: delivery.id, transition: change.transition };
}

async function replace(
  trx: Transaction<Database>,
  delivery: Delivery,
  providerId: string,
  channel: Channel,
  now: string,
): Promise<Change<"provider">> {
  if (!(await findByChannel(trx, delivery, channel)))
    await useChannel(trx, [delivery], { channel, isStandIn: true }, now);
  const merged_into = (await findByChannel(trx, delivery, channel)) ?? null;
  return { transition: "replaced", columns: { provider_id: providerId, merged_into } };
}

function eventId({ providerId, progress }: Report): string {
  return [
    providerId,
    progress.status,
    ...(progress.status === "undelivered" ? [progress.reason] : []),
  ].join(":");
}

async function findDelivery(
  trx: Transaction<Database>,
  { deliveryId, providerId }: Report,
): Promise<Delivery | undefined> {
  const deliveries = trx.selectFrom("deliveries").selectAll();
  const named = deliveryId && (await deliveries.where("id", "=", deliveryId).executeTakeFirst());
  return named || deliveries.where("provider_id", "=", providerId).executeTakeFirst();
}

/** WhatsApp may still report a message after it moved to SMS. */
function isFromPreviousChannel({ channel }: Report, delivery: Delivery): boolean {
  return channel !== undefined && channel !== delivery.channel;
}

function isPermanent(report: Report): report is Report & { to: string } {
  const { to, progress } = report;
  if (to === undefined || progress.status !== "undelivered") return false;
  return progress.reason === "opted_out" || (hasBounced(report) && to.includes("@"));
}

function hasBounced({ progress }: Report): boolean {
  return progress.status === "undelivered" && progress.reason === "bad_address";
}

/** Returns null if nothing changes: states only move forward. */
function afterReport(
  delivery: Delivery,
  { providerId, progress }: Report,
): Change<"provider"> | { replacedBy: Channel } | null {
  if (!wasSent(delivery) || isOtherCopy(delivery, { providerId, progress })) return null;
  const columns = { provider_id: providerId };
  switch (progress.status) {
    case "underway":
      return delivery.state === "sent" && !isUnconfirmed(delivery)
        ? null
        : { transition: "reported_sent", columns };
    case "delivered":
      return { transition: "delivered", columns };
    case "undelivered": {
      const isEmail = delivery.channel === "email" && progress.reason === "bad_address";
      const reason = isEmail ? "bad_email_address" : progress.reason;
      return { transition: "undelivered", columns: { ...columns, reason } };
    }
    case "other_channel":
      return delivery.channel === progress.channel
        ? { transition: "undelivered", columns: { ...columns, reason: "refused" } }
        : { replacedBy: progress.channel };
  }
}

/**
 * True if the delivery was sent, or is ready again after an attempt that may have reached the
 * provider.
 */
function wasSent({ state, attempts }: Delivery): boolean {
  return transitions.delivered.from.includes(state) && (state !== "ready" || attempts > 0);
}

/** After a second copy, the failure of one says nothing about the other. */
function isOtherCopy({ provider_id: sentAs }: Delivery, { providerId, progress }: Report): boolean {
  return sentAs !== null && sentAs !== providerId && progress.status !== "delivered";
}
