import type { Kysely } from "kysely";
import { v7 as newId } from "uuid";
import {
  addDeliveries,
  type NewDelivery,
} from "#app/domain/outbox/scheduling/add-deliveries.server.ts";
import type { Outbox } from "#app/domain/outbox/message-type.ts";
import { prepareDeliveries } from "#app/domain/outbox/queries/prepare.server.ts";
import { features } from "#app/domain/wiring/product.server.ts";
import type { Database } from "#db/schema.ts";

export const outbox = {
  ...features,
  origin: "https://mila.example.com",
  linkKey: "a key of this test",
  id: "none",
  encryptionKey: "none",
  timeZone: "America/New_York",
  isSetUp: () => true,
} as unknown as Outbox;

export const now = "2026-11-21T12:00:00.000Z";

export async function prepare(db: Kysely<Database>, deliveries: Asked[], at = now) {
  return db.transaction().execute(async (trx) => {
    const keyed = deliveries.map((delivery) => ({ ...delivery, dedupeKey: newId() }));
    await addDeliveries(trx, keyed, at);
    const rows = await trx.selectFrom("deliveries").selectAll().orderBy("id").execute();
    const added = rows.slice(-deliveries.length);
    const prepared = await prepareDeliveries(trx, added, outbox, at);
    return added.map(({ id }) => prepared.get(id));
  });
}

type Asked = Omit<Extract<NewDelivery, { payload?: undefined }>, "dedupeKey">;
