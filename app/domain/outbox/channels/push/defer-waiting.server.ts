import type { Transaction } from "kysely";
import type { Database } from "#db/schema.ts";
import { changeAsSystem } from "#app/domain/outbox/change-state.server.ts";
import type { Delivery } from "#app/domain/outbox/preparation.ts";
import { waitingDevices } from "#app/domain/outbox/queries/waiting-devices.ts";

/** Returns the deliveries without those whose device turned out to wait for its push service. */
export async function deferWaiting(
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
