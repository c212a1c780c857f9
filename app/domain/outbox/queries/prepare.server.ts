import type { Transaction } from "kysely";
import type { Database } from "#db/schema.ts";
import type { Outbox } from "../message-type.ts";
import type { Delivery, Preparation } from "../preparation.ts";

export async function prepareDeliveries(
  trx: Transaction<Database>,
  deliveries: Delivery[],
  outbox: Outbox,
  now: string,
): Promise<Map<string, Preparation>> {
  const preparations = new Map<string, Preparation>();
  for (const [kind, some] of Map.groupBy(deliveries, (delivery) => delivery.kind)) {
    const prepared = await outbox.messageTypes[kind].prepare(trx, some, outbox, now);
    for (const [id, preparation] of prepared) preparations.set(id, preparation);
  }
  return preparations;
}
