import type { Kysely } from "kysely";
import { findMessagesAbout } from "#app/domain/outbox/views/about-subject.server.ts";
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
  const [newest] = await findMessagesAbout(db, "delegation_request", [delegationId]);
  return newest;
}
