import type { Selectable, Transaction } from "kysely";
import type { Channel, Database } from "#db/schema.ts";
import type { Limits } from "./sending/limits.server.ts";
import type { EntryChange, Message } from "./message.ts";
import type { Reason } from "./reasons.ts";

export type Delivery = Selectable<Database["deliveries"]>;

/** What a message needs of this instance. */
export interface Instance {
  /** For links in messages, without a slash at its end. */
  origin: string;
  /** Whether providers can reach it there. */
  isPublic: boolean;
  /** From secrets.json: what links are signed with. */
  linkKey: string;
  /** Likewise: what opens sealed tokens. */
  encryptionKey: string;
  /** For people whose zone is not known. */
  timeZone: string;
  /** Which channels have a provider. */
  isSetUp: (channel: Channel) => boolean;
  limits: Limits;
  /** The only countries (ISO 3166) that texts go to; undefined for all. */
  textCountries: string[] | undefined;
}

/** What becomes of a delivery that was just claimed: what to send and where to, or that it is not to be sent. */
export type Preparation =
  | {
      /** E.164 or an e-mail address, as it is now; for a calendar entry Google's id of the person. */
      to: string;
      /** Whether it goes to somebody else than the user whose it is: fewer a day are sent there. */
      isToAnother: boolean;
      message: Message | EntryChange;
    }
  | {
      cancelled: Reason;
      /** What it would have been, to ask whether it went out before (an e-mail's provider knows by its id alone). */
      to?: string;
      message?: Message | EntryChange;
    };

/**
 * Reads everything again, for many deliveries of one kind in a query or two, and writes the messages. Runs in the
 * claim's transaction: no network, nothing slow. A delivery that is missing from the answer counts as withdrawn.
 */
export type Prepare = (
  trx: Transaction<Database>,
  deliveries: Delivery[],
  instance: Instance,
  now: string,
) => Promise<Map<string, Preparation>>;
