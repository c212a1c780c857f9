import type { Kysely } from "kysely";
import { inLocks } from "#db/sql/locks.ts";
import { idList } from "#db/sql/values.ts";
import type { Channel, Database, MessageKind } from "#db/schema.ts";
import { kindsWhere, type Product } from "../message-type.ts";
import { isAnyReady } from "../queries/next-ready.server.ts";
import { whereDue, whereNotInQueue } from "../queries/sendable.ts";
import { findProbedChannels } from "../channels/pauses/probes.server.ts";
import { changeUntouched } from "../change-state.server.ts";
import { checkpoint } from "../checkpoints.ts";
import { findDueInFairOrder, type QueueCapacity, type Source } from "./fair-order.server.ts";

export interface DueDelivery {
  id: string;
  channel: Channel;
  /** Part of the job's id, so that enqueueing twice makes one job. */
  attempts: number;
  isUrgent: boolean;
}

const urgentAtOnce = 500;
const probe: QueueCapacity = { limit: 1, share: Infinity };

/** Enqueues urgent deliveries first, even in a full queue, and then the others in fair order. */
export async function enqueueDue(
  db: Kysely<Database>,
  source: Source,
  capacities: ReadonlyMap<Channel, QueueCapacity>,
  now: string,
): Promise<DueDelivery[]> {
  if (!(await isAnyReady(db, now))) return [];
  checkpoint("enqueued", "before");
  const probed = await findProbedChannels(db, now);
  const urgent = await urgentQuery(db, source, now)
    .where("channel", "not in", probed)
    .select("id")
    .limit(urgentAtOnce)
    .execute();
  const due = await markEnqueued(
    db,
    urgent.map(({ id }) => id),
    now,
  );
  const open = new Map([...capacities, ...probed.map((channel) => [channel, probe] as const)]);
  for (const [channel, capacity] of open)
    due.push(
      ...(await markEnqueued(
        db,
        await findDueInFairOrder(db, source, { channel, ...capacity }, now),
        now,
      )),
    );
  checkpoint("enqueued", "after");
  const urgentKinds = findUrgentKinds(source);
  return due.map(({ kind, ...delivery }) => ({
    ...delivery,
    isUrgent: urgentKinds.includes(kind),
  }));
}

/**
 * Returns the ids in the given order, without those that another worker has enqueued or claimed
 * since.
 */
async function markEnqueued(db: Kysely<Database>, ids: string[], now: string) {
  if (ids.length === 0) return [];
  const marked = await inLocks(db, { keys: ["sending"] }, (trx) =>
    changeUntouched(trx, { transition: "enqueued" }, now, (waiting) =>
      waiting.where("id", "in", idList(ids)).where(whereNotInQueue(now)),
    )
      .returning(["id", "kind", "channel", "attempts"])
      .execute(),
  );
  const byId = new Map(marked.map((one) => [one.id, one]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export function urgentQuery(db: Kysely<Database>, product: Product, now: string) {
  return db
    .selectFrom("deliveries")
    .where(whereDue(db, product, now))
    .where("kind", "in", findUrgentKinds(product))
    .where("due_at", "<=", now)
    .orderBy("due_at");
}

function findUrgentKinds({ messageTypes }: Product): MessageKind[] {
  return kindsWhere(messageTypes, (type) => type.isUrgent);
}
