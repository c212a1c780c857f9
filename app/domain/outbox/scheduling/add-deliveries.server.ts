import type { Transaction } from "kysely";
import { v7 as newId } from "uuid";
import { nowIso } from "#app/domain/core/time.ts";
import type { Channel, Database } from "#db/schema.ts";
import type { DeliveryKind } from "../message-type.ts";
import { passStep } from "../checkpoints.ts";

export interface NewDelivery {
  kind: DeliveryKind;
  channel: Channel;
  /** Who caused it, or whose it is: in whose list it stands. */
  userId: string;
  /** By kind: see delivery-kind.ts. */
  subjectId: string;
  /** The same cause has the same key, whoever writes it and however often. The channel is added to it. */
  dedupeKey: string;
  /** Not to be sent before this instant; at once unless given. */
  notBefore?: string;
  /** Pointless from this instant on. */
  expiresAt?: string;
}

/**
 * Puts messages on their way, in the transaction of the change that causes them: all of it is saved or nothing.
 * What is there already (by its key) stays as it is.
 */
export async function addDeliveries(
  trx: Transaction<Database>,
  deliveries: NewDelivery[],
  now: string = nowIso(),
): Promise<void> {
  if (deliveries.length === 0) return;
  passStep("written", "before");
  const rows = deliveries.map(({ kind, channel, userId, subjectId, dedupeKey, notBefore = now, expiresAt = null }) => ({
    id: newId(),
    kind,
    channel,
    user_id: userId,
    subject_id: subjectId,
    dedupe_key: `${dedupeKey}:${channel}`,
    due_at: notBefore,
    not_before: notBefore,
    expires_at: expiresAt,
    created_at: now,
  }));
  await trx
    .insertInto("deliveries")
    .values(rows)
    .onConflict((conflict) => conflict.column("dedupe_key").doNothing())
    .execute();
  passStep("written", "after");
}
