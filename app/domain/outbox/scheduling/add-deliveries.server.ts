import type { Transaction } from "kysely";
import { v7 as newId } from "uuid";
import { nowIso } from "#app/domain/core/time.ts";
import type { Channel, Database, MessageKind, MessagePayloads } from "#db/schema.ts";
import { dedupeKeyOf } from "../channels/use-channel.server.ts";
import { checkpoint } from "../checkpoints.ts";
import { wakeWorkerAt } from "../queries/wake-worker.ts";

export type NewDelivery = {
  [Kind in MessageKind]: Facts & { kind: Kind } & Payload<Kind>;
}[MessageKind];

type Payload<Kind> = Kind extends keyof MessagePayloads
  ? null extends MessagePayloads[Kind]
    ? { payload?: MessagePayloads[Kind] }
    : { payload: MessagePayloads[Kind] }
  : { payload?: undefined };

interface Facts {
  channel: Channel;
  userId: string;
  subjectId: string;
  /** The message goes to the user's own number or address. */
  isOwn?: boolean;
  /** Adding the same key again for a channel does nothing. */
  dedupeKey: string;
  notBefore?: string;
  expiresAt?: string;
}

/** Returns how many are new. Call it in the transaction of the change that causes the messages. */
export async function addDeliveries(
  trx: Transaction<Database>,
  deliveries: NewDelivery[],
  now: string = nowIso(),
): Promise<number> {
  if (deliveries.length === 0) return 0;
  checkpoint("written", "before");
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto("deliveries")
    .values(deliveries.map((delivery) => toRow(delivery, now)))
    .onConflict((conflict) => conflict.column("dedupe_key").doNothing())
    .executeTakeFirstOrThrow();
  await wakeWorkerAt(
    trx,
    deliveries.map(({ notBefore = now }) => notBefore),
    now,
  );
  checkpoint("written", "after");
  return Number(numInsertedOrUpdatedRows ?? 0);
}

function toRow(delivery: NewDelivery, now: string) {
  const {
    kind,
    channel,
    payload,
    isOwn,
    dedupeKey: cause,
    notBefore = now,
    expiresAt = null,
  } = delivery;
  return {
    id: newId(),
    kind,
    channel,
    user_id: delivery.userId,
    subject_id: delivery.subjectId,
    payload: payload ? JSON.stringify(payload) : null,
    is_own: isOwn ? 1 : 0,
    cause,
    dedupe_key: dedupeKeyOf(cause, channel),
    due_at: notBefore,
    not_before: notBefore,
    expires_at: expiresAt,
    created_at: now,
  } as const;
}
