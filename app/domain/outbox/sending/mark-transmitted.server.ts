import type { Kysely } from "kysely";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import type { Delivery } from "../preparation.ts";

/** @throws when the delivery is no longer this worker's, so that nothing is sent */
export async function markTransmitted(
  db: Kysely<Database>,
  { id, attempts }: Pick<Delivery, "id" | "attempts">,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable("deliveries")
    .set({ transmitted_at: nowIso() })
    .where("id", "=", id)
    .where("attempts", "=", attempts)
    .where("state", "=", "sending")
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Error(`Delivery ${id} was taken over`);
}
