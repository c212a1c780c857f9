import type { Transaction } from "kysely";
import type { Database } from "#db/schema.ts";
import { columnOf, rowTable } from "#db/sql/values.ts";
import { changeAsSystem } from "../change-state.server.ts";
import { findOptedOut, optInAfterAcceptance, optOut } from "../channels/opt-outs.server.ts";
import { findByChannel } from "../channels/use-channel.server.ts";
import type { MessageTypes, Outbox } from "../message-type.ts";
import type { Delivery } from "../preparation.ts";
import type { Change } from "../state.ts";
import { wakeWorker } from "../queries/wake-worker.ts";
import type { NotSent, Result } from "../channels/result.ts";
import { afterSending } from "./after-sending.ts";
import { recordDeviceResults } from "../channels/push/device-results.server.ts";
import { endPauses, pauseChannels } from "../channels/pauses/pauses.server.ts";

/** Skips rows that an early report, the sweep or the next claim has already changed. */
export async function recordResults(
  trx: Transaction<Database>,
  { messageTypes, people }: Pick<Outbox, "messageTypes" | "people">,
  results: readonly Result[],
  now: string,
): Promise<void> {
  await recordAccepted(trx, messageTypes, results, now);
  for (const { outcome, ...result } of results) {
    if (outcome.status === "sent") await optInAfterAcceptance(trx, messageTypes, result);
    else await recordOther(trx, messageTypes, { ...result, outcome }, now);
  }
  await recordDeviceResults(trx, results, now);
  await endPauses(trx, results);
  await pauseChannels(trx, people, results, now);
}

async function recordAccepted(
  trx: Transaction<Database>,
  messageTypes: MessageTypes,
  results: readonly Result[],
  now: string,
): Promise<void> {
  const accepted = results.flatMap(({ delivery: { id, attempts }, outcome }) =>
    outcome.status === "sent" ? { id, attempts, provider_id: outcome.providerId } : [],
  );
  if (accepted.length === 0) return;
  const columns = { provider_id: columnOf<string | null>("result.provider_id") };
  const recorded = await changeAsSystem(trx, { transition: "accepted", columns }, now)
    .from(rowTable(accepted, ["id", "provider_id"], ["attempts"]).as("result"))
    .whereRef("deliveries.id", "=", "result.id")
    .whereRef("deliveries.attempts", "=", "result.attempts")
    .returning(["kind", "subject_id", "user_id", "claimed_at", "deliveries.provider_id"])
    .execute();
  for (const { provider_id: providerId, ...delivery } of recorded)
    await messageTypes[delivery.kind].afterSending?.(
      trx,
      delivery,
      { status: "sent", providerId },
      now,
    );
}

async function recordOther(
  trx: Transaction<Database>,
  messageTypes: MessageTypes,
  { delivery, to, outcome }: Result & { outcome: NotSent },
  now: string,
): Promise<void> {
  const change =
    (await supersededByOther(trx, delivery, outcome)) ?? afterSending(delivery, outcome, now);
  const { numUpdatedRows } = await changeAsSystem(trx, change, now)
    .where("id", "=", delivery.id)
    .where("attempts", "=", delivery.attempts)
    .executeTakeFirst();
  if (change.transition === "refused") await wakeWorker(trx);
  if (numUpdatedRows > 0n)
    await messageTypes[delivery.kind].afterSending?.(trx, delivery, outcome, now);
  if (outcome.status !== "failed" || outcome.reason !== "opted_out") return;
  // Postmark refuses bounced addresses with the same error, so keep a known cause.
  if (!(await findOptedOut(trx, [to])).has(to)) await optOut(trx, to, now);
}

async function supersededByOther(
  trx: Transaction<Database>,
  delivery: Delivery,
  outcome: NotSent,
): Promise<Change<"system"> | null> {
  const existing =
    outcome.status === "other_channel" && (await findByChannel(trx, delivery, outcome.channel));
  return existing ? { transition: "dropped", columns: { reason: "superseded" } } : null;
}
