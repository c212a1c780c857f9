import type { Transaction } from "kysely";
import { v7 as newId } from "uuid";
import type { Database } from "#db/schema.ts";
import { changeAsSystem } from "#app/domain/outbox/change-state.server.ts";
import type { Delivery } from "#app/domain/outbox/preparation.ts";
import { wakeWorker } from "#app/domain/outbox/queries/wake-worker.ts";
import { dedupeKeyOf } from "../use-channel.server.ts";
import { listDevices, type PushDevice } from "./devices.server.ts";

/** Gives each message by push to the user's first device, and adds a delivery for each of the others. */
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
  const {
    kind,
    channel,
    user_id,
    subject_id,
    payload,
    is_own,
    cause,
    stands_in_for,
    due_at,
    expires_at,
  } = delivery;
  const message = {
    kind,
    channel,
    user_id,
    subject_id,
    payload,
    is_own,
    cause,
    stands_in_for,
    due_at,
    expires_at,
  };
  const siblings = devices.map(({ id }) => ({
    ...message,
    id: newId(),
    device_id: id,
    dedupe_key: dedupeKeyOf(cause, channel, id),
    not_before: now,
    created_at: now,
  }));
  await trx
    .insertInto("deliveries")
    .values(siblings)
    .onConflict((conflict) => conflict.column("dedupe_key").doNothing())
    .execute();
  wakeWorker();
}
