import type { Deliver } from "#app/domain/outbox/sending/deliver.server.ts";
import type { DueDelivery } from "#app/domain/outbox/scheduling/enqueue-due.server.ts";
import type { QueueCapacity } from "#app/domain/outbox/scheduling/fair-order.server.ts";
import type { Channel } from "#db/schema.ts";

export interface Sender {
  deliver: Deliver;
  concurrency: (channel: Channel) => number;
  canBatch: (channel: Channel) => boolean;
}

export interface DeliveryQueue {
  /** Urgent deliveries overtake the others of their channel. */
  enqueue: (deliveries: DueDelivery[]) => Promise<void>;
  /** Omits channels whose queue is full: their messages stay in the database. */
  findCapacities: () => Promise<Map<Channel, QueueCapacity>>;
  close: () => Promise<void>;
}
