import type { Transaction } from "kysely";
import type { Channel, Database, DeliveryState } from "#db/schema.ts";
import { changeState } from "../change-state.server.ts";
import { mergesOf, type Outbox } from "../message-type.ts";
import type { Delivery } from "../preparation.ts";
import { findMerged } from "../queries/merged.server.ts";
import { prepareDeliveries } from "../queries/prepare.server.ts";
import { lastMessageId } from "../queries/last-message.ts";
import { dedupeKeyOf } from "./fallback.server.ts";

const heardStates: DeliveryState[] = ["sending", "unknown", "sent", "delivered"];

/**
 * Moves messages whose channel was switched off to one that is on, unless something else speaks against them. None of
 * them may be in flight.
 */
export async function changeChannels(
  trx: Transaction<Database>,
  deliveries: Delivery[],
  outbox: Outbox,
  now: string,
): Promise<void> {
  const wholes = mergesOf(outbox.messageTypes).map(({ into }) => into);
  for (const delivery of deliveries) {
    const isWhole = wholes.includes(delivery.kind);
    const messages = isWhole ? await findParts(trx, delivery) : [delivery];
    let hasChanged = false;
    for (const message of messages) if (await changeChannel(trx, message, outbox, now)) hasChanged = true;
    if (!isWhole || !hasChanged) continue;
    // Its parts are merged again, with what waits by that channel already.
    const superseded = changeState(trx, { transition: "superseded" }, now);
    await superseded.where("id", "=", delivery.id).execute();
  }
}

async function findParts(trx: Transaction<Database>, whole: Delivery): Promise<Delivery[]> {
  const merged = await findMerged(trx, [whole.id]);
  return merged.filter(({ kind }) => kind !== whole.kind);
}

async function changeChannel(
  trx: Transaction<Database>,
  message: Delivery,
  outbox: Outbox,
  now: string,
): Promise<boolean> {
  const wanted = (await outbox.people.findWantedChannels(trx, [message.user_id])).get(message.user_id) ?? [];
  if (await goesOtherwise(trx, message, wanted)) return false;
  for (const channel of wanted.filter(outbox.isSetUp)) {
    const way = { channel, stands_in_for: null, dedupe_key: dedupeKeyOf(message.cause, channel) };
    const preparation = (await prepareDeliveries(trx, [{ ...message, ...way }], outbox, now)).get(message.id);
    if (!preparation || "cancelled" in preparation) continue;
    await changeState(trx, { transition: "rerouted", columns: way }, now).where("id", "=", message.id).execute();
    return true;
  }
  return false;
}

/** The same message has a delivery of its own by a channel that is on, or has gone out by any. */
async function goesOtherwise(trx: Transaction<Database>, message: Delivery, wanted: Channel[]): Promise<boolean> {
  const others = await trx
    .selectFrom("deliveries")
    .innerJoin("deliveries as last", (join) => join.on("last.id", "=", lastMessageId))
    .select(["deliveries.channel", "last.state"])
    .where("deliveries.id", "!=", message.id)
    .where("deliveries.cause", "=", message.cause)
    // By the unique index: every key that begins with the cause and a colon.
    .where("deliveries.dedupe_key", ">", `${message.cause}:`)
    .where("deliveries.dedupe_key", "<", `${message.cause};`)
    .execute();
  return others.some(({ channel, state }) => wanted.includes(channel) || heardStates.includes(state));
}
