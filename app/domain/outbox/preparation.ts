import type { Selectable, Transaction } from "kysely";
import type { z } from "#app/domain/core/zod.ts";
import type { Channel, Database, MessagePayloads } from "#db/schema.ts";
import type { EntryChange, Message } from "./message.ts";
import type { Reason } from "./reasons.ts";

export type Delivery = Selectable<Database["deliveries"]>;

/** How many texts (SMS and WhatsApp) go out in 24 hours: by a user to their own number, to others, by a household. */
interface Limits {
  toOneself: number;
  toOthers: number;
  household: number;
}

/** What messages and their limits depend on, from the settings and keys of this Mila. */
export interface Instance {
  /** For links, without a slash at the end. */
  origin: string;
  /** Providers can reach it there. */
  isPublic: boolean;
  linkKey: string;
  encryptionKey: string;
  /** For people whose zone is unknown. */
  timeZone: string;
  isSetUp: (channel: Channel) => boolean;
  limits: Limits;
  /** The only countries (ISO 3166) that texts go to; undefined for all. */
  textCountries: string[] | undefined;
}

export type Preparation =
  | {
      /** E.164 or an email address; for a calendar entry Google's id of the person. */
      to: string;
      message: Message | EntryChange;
    }
  | {
      cancelled: Reason;
      /** What it would have been, to find out whether an earlier attempt went out. */
      to?: string;
      message?: Message | EntryChange;
    };

/**
 * Reads everything again for deliveries of one kind, in a query or two, and writes the messages. It runs in the claim's
 * transaction, so it makes no network calls. A delivery missing from the result counts as withdrawn.
 */
export type Prepare = (
  trx: Transaction<Database>,
  deliveries: Delivery[],
  instance: Instance,
  now: string,
) => Promise<Map<string, Preparation>>;

export function readPayload<Payload extends MessagePayloads[keyof MessagePayloads]>(
  schema: z.ZodType<Payload>,
  { payload }: Delivery,
): Payload {
  return schema.parse(JSON.parse(payload ?? "null"));
}
