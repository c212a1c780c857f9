import type { Transaction } from "kysely";
import type { Channel, Database, DeliveryState } from "#db/schema.ts";
import { lastMessageId } from "../views/last-message.ts";
import { causeOf } from "./other-channel.server.ts";
import type { Delivery, Instance } from "../preparation.ts";
import { prepareDeliveries } from "../sending/prepare.server.ts";
import { wantedChannels } from "./wanted-channels.ts";

/** States of a message that somebody has got, or may have. */
const heardStates: DeliveryState[] = ["sending", "unknown", "sent", "delivered"];

/**
 * Lets messages that wait for a channel which was switched off since go by one that is on, where nothing but the channel
 * speaks against them. None of them is to be under way.
 */
export async function changeChannels(
  trx: Transaction<Database>,
  deliveries: Delivery[],
  instance: Instance,
  now: string,
): Promise<void> {
  for (const delivery of deliveries) {
    const isWhole = delivery.kind === "late_reminders";
    let hasChanged = false;
    for (const message of isWhole ? await partsOf(trx, delivery) : [delivery])
      if (await changeChannel(trx, message, instance, now)) hasChanged = true;
    // What was in it is put together anew, with what waits there already.
    const ended = { state: "cancelled", reason: "superseded", ended_at: now } as const;
    if (isWhole && hasChanged) await trx.updateTable("deliveries").set(ended).where("id", "=", delivery.id).execute();
  }
}

function partsOf(trx: Transaction<Database>, { id }: Delivery): Promise<Delivery[]> {
  return trx
    .selectFrom("deliveries")
    .selectAll()
    .where("merged_into", "=", id)
    .where("kind", "=", "reminder")
    .execute();
}

async function changeChannel(
  trx: Transaction<Database>,
  message: Delivery,
  instance: Instance,
  now: string,
): Promise<boolean> {
  const wanted = await findWanted(trx, message.user_id);
  if (await isToldOtherwise(trx, message, wanted)) return false;
  for (const channel of wanted.filter(instance.isSetUp)) {
    const chosen = { channel, dedupe_key: `${causeOf(message)}:${channel}` };
    const preparation = (await prepareDeliveries(trx, [{ ...message, ...chosen }], instance, now)).get(message.id);
    if (!preparation || "cancelled" in preparation) continue;
    const again = { state: "ready", reason: null, ended_at: null, merged_into: null, not_before: now } as const;
    await trx
      .updateTable("deliveries")
      .set({ ...chosen, ...again, lease_until: null, handed_over_at: null, refusals: 0 })
      .where("id", "=", message.id)
      .execute();
    return true;
  }
  return false;
}

async function findWanted(trx: Transaction<Database>, userId: string): Promise<Channel[]> {
  const preferences = await trx
    .selectFrom("user_preferences")
    .select(["sms_enabled", "whatsapp_enabled", "email_enabled"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return preferences ? wantedChannels(preferences) : [];
}

/** Whether the same message has its own delivery by a channel that is on, or has gone out by any. */
async function isToldOtherwise(trx: Transaction<Database>, message: Delivery, wanted: Channel[]): Promise<boolean> {
  const others = await trx
    .selectFrom("deliveries")
    .innerJoin("deliveries as last", (join) => join.on("last.id", "=", lastMessageId))
    .select(["deliveries.channel", "last.state"])
    .where("deliveries.id", "!=", message.id)
    // Every key that begins with the cause and a colon.
    .where("deliveries.dedupe_key", ">", `${causeOf(message)}:`)
    .where("deliveries.dedupe_key", "<", `${causeOf(message)};`)
    .execute();
  return others.some(({ channel, state }) => wanted.includes(channel) || heardStates.includes(state));
}
