import type { Deliver } from "#app/domain/outbox/sending/deliver.server.ts";
import type { DueDelivery } from "#app/domain/outbox/scheduling/enqueue-due.server.ts";
import type { Channel } from "#db/schema.ts";

export type DeliverFor = (channel: Channel) => Deliver;

export interface DeliveryQueue {
  enqueue: (deliveries: DueDelivery[]) => Promise<void>;
  /** The channels with maxWaitingJobs jobs; the rest stays in the database. */
  saturatedChannels: () => Promise<Channel[]>;
  close: () => Promise<void>;
}
