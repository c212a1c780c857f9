import type { Deliver } from "#app/domain/outbox/sending/deliver.server.ts";
import type { DueDelivery } from "#app/domain/outbox/scheduling/enqueue-due.server.ts";
import type { Channel } from "#db/schema.ts";

/** How deliveries by a channel are sent: at the same time, or one by one. */
export type DeliverBy = (channel: Channel) => Deliver;

/** Takes deliveries that are due, and sends each as soon as its channel has room. */
export interface DeliveryQueue {
  /** @throws when it cannot take them */
  enqueue: (deliveries: DueDelivery[]) => Promise<void>;
  /** The channels by which so much waits that the rest may wait in the database, and need not be handed over again. */
  saturatedChannels: () => Promise<Channel[]>;
  /** Starts nothing more, and waits for what is being sent. */
  close: () => Promise<void>;
}
