import type { Deliver } from "#app/domain/outbox/sending/deliver.server.ts";
import type { DueDelivery } from "#app/domain/outbox/scheduling/enqueue-due.server.ts";
import type { Room } from "#app/domain/outbox/scheduling/in-turns.server.ts";
import type { Channel } from "#db/schema.ts";

export interface Sender {
  deliver: Deliver;
  concurrency: (channel: Channel) => number;
  canBatch: (channel: Channel) => boolean;
}

export interface DeliveryQueue {
  /** Urgent deliveries overtake the others of their channel. */
  enqueue: (deliveries: DueDelivery[]) => Promise<void>;
  /** The room of channels whose queue is not full; the messages of the others stay in the database. */
  findRooms: () => Promise<Map<Channel, Room>>;
  close: () => Promise<void>;
}
