import type { Deliver } from "#app/domain/deliveries/deliver.server.ts";
import type { Handed } from "#app/domain/deliveries/hand-over.server.ts";
import type { Channel } from "#db/schema.ts";

/** How deliveries by a channel are sent: at the same time, or in turn. */
export type DeliverBy = (channel: Channel) => Deliver;

/** Where deliveries that are due are put, to be sent as soon as a hand is free. */
export interface Outlet {
  /** @throws when they cannot be put there */
  put: (handed: Handed[]) => Promise<void>;
  /** The channels by which so much waits that the rest may wait in the database, and need not be handed over again. */
  full: () => Promise<Channel[]>;
  /** Starts nothing more, and waits for what is being sent. */
  close: () => Promise<void>;
}
