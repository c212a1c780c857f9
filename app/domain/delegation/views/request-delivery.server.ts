import type { Kysely } from "kysely";
import type { Channel, Database, DeliveryState } from "#db/schema.ts";

/** How far a request's message has come: by which channel, and why not further. */
export interface RequestDelivery {
  channel: Channel;
  state: DeliveryState;
  reason: string | null;
}

/** The request's message, or undefined for one that has none. */
export async function findRequestDelivery(
  db: Kysely<Database>,
  delegationId: string,
): Promise<RequestDelivery | undefined> {
  return db
    .selectFrom("deliveries")
    .select(["channel", "state", "reason"])
    .where("subject_id", "=", delegationId)
    .where("kind", "=", "delegation_request")
    .orderBy("created_at", "desc")
    .executeTakeFirst();
}
