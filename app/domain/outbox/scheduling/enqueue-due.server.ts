import type { Kysely } from "kysely";
import { earlierBy } from "#app/domain/core/time.ts";
import type { Channel, Database, MessageKind } from "#db/schema.ts";
import { kindsWhere, type Product } from "../message-type.ts";
import { whereSendable } from "../queries/sendable.ts";
import { findProbedChannels } from "../channels/pauses/probes.server.ts";
import { checkpoint } from "../checkpoints.ts";

export interface DueDelivery {
  id: string;
  channel: Channel;
  /** Part of the job id, so that enqueueing twice makes one job. */
  attempts: number;
  isUrgent: boolean;
}

/** A delivery still unclaimed this long after enqueueing counts as lost. */
const secondsUntilLost = 15;

/** Urgent deliveries come first. @param open channels whose queues take more than urgent deliveries */
export async function enqueueDue(
  db: Kysely<Database>,
  product: Product,
  { batchSize, open }: { batchSize: number; open: readonly Channel[] },
  now: string,
): Promise<DueDelivery[]> {
  checkpoint("enqueued", "before");
  const probed = await findProbedChannels(db, now);
  const queries = [
    urgentQuery(db, product, now).where("channel", "not in", probed).limit(batchSize),
    readyQuery(db, product, now)
      .where(
        "channel",
        "in",
        open.filter((channel) => !probed.includes(channel)),
      )
      .limit(batchSize),
    ...probed.map((channel) => readyQuery(db, product, now).where("channel", "=", channel).limit(1)),
  ];
  const due = [];
  for (const query of queries) due.push(...(await markEnqueued(db, query, now)));
  checkpoint("enqueued", "after");
  const urgentKinds = findUrgentKinds(product);
  return due.map(({ kind, ...delivery }) => ({ ...delivery, isUrgent: urgentKinds.includes(kind) }));
}

function markEnqueued(db: Kysely<Database>, query: ReturnType<typeof readyQuery>, now: string) {
  return db
    .updateTable("deliveries")
    .set({ enqueued_at: now })
    .where("id", "in", query.select("id"))
    .returning(["id", "kind", "channel", "attempts"])
    .execute();
}

export function urgentQuery(db: Kysely<Database>, product: Product, now: string) {
  return readyQuery(db, product, now).where("kind", "in", findUrgentKinds(product)).where("due_at", "<=", now);
}

function findUrgentKinds({ messageTypes }: Product): MessageKind[] {
  return kindsWhere(messageTypes, (type) => type.isUrgent);
}

/** In the order of the index, so that a batch doesn't read and sort all that waits. */
export function readyQuery(db: Kysely<Database>, product: Product, now: string) {
  return db
    .selectFrom("deliveries")
    .where(whereSendable(db, product, now))
    .where(({ eb, or }) =>
      or([
        eb("enqueued_at", "is", null),
        eb("enqueued_at", "<", earlierBy(now, { seconds: secondsUntilLost })),
        // After the clock was set back.
        eb("enqueued_at", ">", now),
      ]),
    )
    .orderBy("channel")
    .orderBy("not_before");
}
