import type { Kysely } from "kysely";
import { v7 as newId } from "uuid";
import { addDeliveries, type NewDelivery } from "#app/domain/outbox/scheduling/add-deliveries.server.ts";
import type { Instance, Prepare } from "#app/domain/outbox/preparation.ts";
import type { Database } from "#db/schema.ts";

export const instance = {
  origin: "https://mila.example.com",
  linkKey: "a key of this test",
  encryptionKey: "none",
  timeZone: "America/New_York",
  isSetUp: () => true,
} as unknown as Instance;

/** When it is made. */
export const now = "2026-11-21T12:00:00.000Z";

/** What the kind makes of one new delivery for each. */
export async function prepare(db: Kysely<Database>, kind: Prepare, deliveries: Omit<NewDelivery, "dedupeKey">[]) {
  return db.transaction().execute(async (trx) => {
    const keyed = deliveries.map((delivery) => ({ ...delivery, dedupeKey: newId() }));
    await addDeliveries(trx, keyed, now);
    const rows = await trx.selectFrom("deliveries").selectAll().orderBy("id").execute();
    const prepared = await kind(trx, rows.slice(-deliveries.length), instance, now);
    return rows.slice(-deliveries.length).map(({ id }) => prepared.get(id));
  });
}
