import type { Transaction } from "kysely";
import type { Database } from "#db/schema.ts";
import { changeAsSystem } from "#app/domain/outbox/change-state.server.ts";
import type { Delivery } from "#app/domain/outbox/preparation.ts";
import { wakeWorker } from "#app/domain/outbox/queries/wake-worker.ts";
import { copyOf, dedupeKeyOf } from "../use-channel.server.ts";
import { listDevices, type PushDevice } from "./devices.server.ts";

/**
 * Sends each push message to the user's first device, and adds a delivery for each of the others.
 */
export async function spreadOverDevices(
  trx: Transaction<Database>,
  deliveries: Delivery[],
  now: string,
): Promise<Delivery[]> {
  const unspread = deliveries.filter(
    ({ channel, device_id }) => channel === "push" && device_id === null,
  );
  if (unspread.length === 0) return deliveries;
  const devices = await listDevices(trx, [...new Set(unspread.map(({ user_id }) => user_id))]);
  const byUser = Map.groupBy(devices, ({ user_id }) => user_id);
  const deviceIds = new Map<string, string>();
  for (const delivery of unspread) {
    const [first, ...others] = byUser.get(delivery.user_id) ?? [];
    if (!first) continue;
    deviceIds.set(delivery.id, first.id);
    const columns = { device_id: first.id };
    await changeAsSystem(trx, { transition: "assigned_device", columns }, now)
      .where("id", "=", delivery.id)
      .execute();
    await addSiblings(trx, delivery, others, now);
  }
  return deliveries.map((delivery) => ({
    ...delivery,
    device_id: deviceIds.get(delivery.id) ?? delivery.device_id,
  }));
}

async function addSiblings(
  trx: Transaction<Database>,
  delivery: Delivery,
  devices: PushDevice[],
  now: string,
): Promise<void> {
  if (devices.length === 0) return;
  const { channel, cause, stands_in_for } = delivery;
  const siblings = devices.map(({ id: device_id }) => {
    const dedupe_key = dedupeKeyOf(cause, channel, device_id);
    return { ...copyOf(delivery, now), channel, stands_in_for, device_id, dedupe_key };
  });
  await trx
    .insertInto("deliveries")
    .values(siblings)
    .onConflict((conflict) => conflict.column("dedupe_key").doNothing())
    .execute();
  await wakeWorker(trx);
}
