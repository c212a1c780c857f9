import type { Selectable, Transaction } from "kysely";
import type { z } from "#app/domain/core/zod.ts";
import type { PushKeys } from "#app/services/sending.ts";
import type { LimitSettings } from "#app/services/shares.server.ts";
import type { Channel, Database, MessagePayloads } from "#db/schema.ts";
import type { EntryChange, Message } from "./message.ts";
import type { Reason } from "./reasons.ts";

export type Delivery = Selectable<Database["deliveries"]>;

export interface Instance {
  /** Distinguishes this Mila from others. */
  id: string;
  /** Without a trailing slash. */
  origin: string;
  isPublic: boolean;
  linkKey: string;
  encryptionKey: string;
  push: {
    keys: PushKeys;
    /**
     * The contact for push services, in case Mila misbehaves; null means the owner's confirmed
     * address.
     */
    contact: string | null;
  };
  /** Used for users whose own zone is unknown. */
  timeZone: string;
  isSetUp: (channel: Channel) => boolean;
  /**
   * Returns an instant while the clock may be wrong: messages made before it wait. Only workers
   * have it.
   */
  heldBefore?: () => string | undefined;
  limits: LimitSettings;
  /** ISO 3166 codes; undefined allows all countries. */
  textCountries: string[] | undefined;
}

export type Preparation =
  | {
      /**
       * An E.164 number, an email address, Google's id of the calendar's owner, or for push the
       * user's id.
       */
      to: string;
      message: Message | EntryChange;
      /**
       * The recipient shares a household with the sender and has confirmed this number or address.
       */
      isKnown?: boolean;
    }
  | {
      cancelled: Reason;
      /**
       * The recipient to ask the provider about, to find out whether an earlier attempt was sent.
       */
      to?: string;
      message?: Message | EntryChange;
    };

/**
 * Runs in the claim's transaction: no network calls. A delivery missing from the result counts as
 * withdrawn.
 */
export type Prepare = (
  trx: Transaction<Database>,
  deliveries: Delivery[],
  instance: Instance,
  now: string,
) => Promise<Map<string, Preparation>>;

export function readPayload<Payload extends MessagePayloads[keyof MessagePayloads]>(
  schema: z.ZodType<Payload>,
  { payload }: Pick<Delivery, "payload">,
): Payload {
  return schema.parse(JSON.parse(payload ?? "null"));
}
