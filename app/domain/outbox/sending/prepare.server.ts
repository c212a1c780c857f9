import type { Transaction } from "kysely";
import type { Database } from "#db/schema.ts";
import type { DeliveryKind } from "../message-type.ts";
import { kinds } from "../message-types.server.ts";
import type { Delivery, Instance, Preparation } from "../preparation.ts";

/** What each of these deliveries is to say to whom, read anew: a query or two for each kind among them. */
export async function prepareDeliveries(
  trx: Transaction<Database>,
  deliveries: Delivery[],
  instance: Instance,
  now: string,
): Promise<Map<string, Preparation>> {
  const preparations = new Map<string, Preparation>();
  for (const [kind, some] of Map.groupBy(deliveries, (delivery) => delivery.kind as DeliveryKind)) {
    for (const [id, preparation] of await kinds[kind](trx, some, instance, now)) preparations.set(id, preparation);
  }
  return preparations;
}
