import type { Selectable, Transaction } from "kysely";
import type { z } from "#app/domain/core/zod.ts";
import type { Channel, Database, MessagePayloads } from "#db/schema.ts";
import type { EntryChange, Message } from "./message.ts";
import type { Reason } from "./reasons.ts";

export type Delivery = Selectable<Database["deliveries"]>;

/** Texts (SMS and WhatsApp) in 24 hours: per user to themselves, per user to others, per household. */
interface Limits {
  toOneself: number;
  toOthers: number;
  household: number;
}

export interface Instance {
  /** Without a trailing slash. */
  origin: string;
  isPublic: boolean;
  linkKey: string;
  encryptionKey: string;
  /** For users whose own zone is unknown. */
  timeZone: string;
  isSetUp: (channel: Channel) => boolean;
  limits: Limits;
  /** ISO 3166 codes; undefined allows all countries. */
  textCountries: string[] | undefined;
}

export type Preparation =
  | {
      /** An E.164 number, an email address, or Google's id of the calendar's owner. */
      to: string;
      message: Message | EntryChange;
    }
  | {
      cancelled: Reason;
      /** Used to ask the provider whether an earlier attempt went out. */
      to?: string;
      message?: Message | EntryChange;
    };

/** Runs in the claim's transaction: no network calls. A delivery missing from the result counts as withdrawn. */
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
