import type { Deliver } from "#app/domain/outbox/sending/deliver.server.ts";
import type { DueDelivery } from "#app/domain/outbox/scheduling/enqueue-due.server.ts";
import type { Channel } from "#db/schema.ts";

export type DeliverBy = (channel: Channel) => Deliver;

export interface DeliveryQueue {
  /** @throws when it cannot take them */
  enqueue: (deliveries: DueDelivery[]) => Promise<void>;
  /** The channels with so many jobs waiting that the rest can stay in the database. */
  saturatedChannels: () => Promise<Channel[]>;
  close: () => Promise<void>;
}
