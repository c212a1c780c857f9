import type { Transaction } from "kysely";
import type { Channel, Database, DeliveryState } from "#db/schema.ts";
import { changeState } from "../change-state.server.ts";
import { listMerges, type Outbox } from "../message-type.ts";
import type { Delivery } from "../preparation.ts";
import { findMerged } from "../queries/merged.server.ts";
import { prepareDeliveries } from "../queries/prepare.server.ts";
import { findOthersOfCause } from "../queries/same-cause.server.ts";
import { dedupeKeyOf } from "./fallback.server.ts";

const maybeSentStates: DeliveryState[] = ["sending", "unknown", "sent", "delivered"];

/** Moves messages whose channel was switched off to one that is on. None of them may be in flight. */
export async function changeChannels(
  trx: Transaction<Database>,
  deliveries: Delivery[],
  outbox: Outbox,
  now: string,
): Promise<void> {
  const digests = listMerges(outbox.messageTypes).map(({ into }) => into);
  for (const delivery of deliveries) {
    const isDigest = digests.includes(delivery.kind);
    const messages = isDigest ? await findParts(trx, delivery) : [delivery];
    let hasChanged = false;
    for (const message of messages) if (await changeChannel(trx, message, outbox, now)) hasChanged = true;
    if (!isDigest || !hasChanged) continue;
    const superseded = changeState(trx, { transition: "superseded" }, now);
    await superseded.where("id", "=", delivery.id).execute();
  }
}

async function findParts(trx: Transaction<Database>, digest: Delivery): Promise<Delivery[]> {
  const merged = await findMerged(trx, [digest.id]);
  return merged.filter(({ kind }) => kind !== digest.kind);
}

async function changeChannel(
  trx: Transaction<Database>,
  message: Delivery,
  outbox: Outbox,
  now: string,
): Promise<boolean> {
  const wanted = (await outbox.people.findWantedChannels(trx, [message.user_id])).get(message.user_id) ?? [];
  if (await isSentElsewhere(trx, message, wanted)) return false;
  for (const channel of wanted.filter(outbox.isSetUp)) {
    const route = { channel, device_id: null, stands_in_for: null, dedupe_key: dedupeKeyOf(message.cause, channel) };
    const preparation = (await prepareDeliveries(trx, [{ ...message, ...route }], outbox, now)).get(message.id);
    if (!preparation || "cancelled" in preparation) continue;
    await changeState(trx, { transition: "rerouted", columns: route }, now).where("id", "=", message.id).execute();
    return true;
  }
  return false;
}

async function isSentElsewhere(trx: Transaction<Database>, message: Delivery, wanted: Channel[]): Promise<boolean> {
  const others = await findOthersOfCause(trx, message);
  return others.some(({ channel, state }) => wanted.includes(channel) || maybeSentStates.includes(state));
}
