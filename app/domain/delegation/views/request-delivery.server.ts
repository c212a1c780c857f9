import type { Kysely } from "kysely";
import { findMessagesAbout } from "#app/domain/outbox/views/about-subject.server.ts";
import type { Channel, Database, DeliveryState } from "#db/schema.ts";

export interface RequestDelivery {
  channel: Channel;
  state: DeliveryState;
  reason: string | null;
}

/** @returns undefined for a link, which Mila doesn't send */
export async function findRequestDelivery(
  db: Kysely<Database>,
  delegationId: string,
): Promise<RequestDelivery | undefined> {
  const [newest] = await findMessagesAbout(db, "delegation_request", [delegationId]);
  return newest;
}
