import type { Transaction } from "kysely";
import type { PushTarget } from "#app/services/sending.ts";
import type { Database } from "#db/schema.ts";
import type { Outbox } from "#app/domain/outbox/message-type.ts";
import type { Delivery } from "#app/domain/outbox/preparation.ts";
import { findDevices } from "./devices.server.ts";

/**
 * Push services require an address. Apple refuses impossible ones, such as .invalid; nobody gets
 * email at this one.
 */
const nobody = "mailto:nobody@example.com";

/** Returns undefined where the delivery is not a push message, or its device is gone. */
export async function findPushTargets(
  trx: Transaction<Database>,
  deliveries: Delivery[],
  { push, people }: Pick<Outbox, "push" | "people">,
): Promise<(delivery: Delivery) => PushTarget | undefined> {
  const ids = deliveries.flatMap(({ device_id }) => device_id ?? []);
  if (ids.length === 0) return () => undefined;
  const devices = await findDevices(trx, ids);
  const owner = push.contact ? undefined : await people.findConfirmedOwnerAddress(trx);
  const contact = push.contact ?? (owner ? `mailto:${owner}` : nobody);
  return ({ device_id: id }) => {
    const device = devices.get(id ?? "");
    if (!device) return undefined;
    const { endpoint, p256dh, auth } = device;
    return { to: { endpoint, p256dh, auth }, sender: { ...push.keys, contact } };
  };
}
