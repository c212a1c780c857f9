import { hash } from "node:crypto";
import type { DueDelivery } from "#app/domain/outbox/scheduling/enqueue-due.server.ts";
import type { Channel } from "#db/schema.ts";
import { everyChannel } from "#app/channels.ts";
import { deliverySend } from "../catalog.ts";
import type { Sender } from "../delivery-queue.ts";

/**
 * A queue in Redis. Queues whose jobs have several deliveries leave urgent ones to a queue of their
 * own.
 */
export interface Lane {
  name: string;
  channel: Channel;
  takes: "all" | "urgent" | "others";
  /** Counts messages, not jobs. Urgent messages have slots of their own. */
  concurrency: number;
  maxBatchSize: number;
}

/**
 * Limits a job. Jobs cost time, too: with 25 messages each, a worker sent a tenth fewer messages a
 * second.
 */
const maxBatchSize = 50;
/** Splits even a few messages into jobs, so that several workers share them. */
const jobsAtOnce = 10;
const urgentConcurrency = 5;

export function listLanes({ concurrency, canBatch }: Sender): Lane[] {
  return everyChannel.flatMap((channel): Lane[] => {
    const total = concurrency(channel);
    if (!canBatch(channel))
      return [{ name: channel, channel, takes: "all", concurrency: total, maxBatchSize: 1 }];
    return [
      { name: channel, channel, takes: "others", concurrency: total, maxBatchSize },
      {
        name: `${channel}-urgent`,
        channel,
        takes: "urgent",
        concurrency: urgentConcurrency,
        maxBatchSize: 1,
      },
    ];
  });
}

export function listJobs(
  { channel, takes, maxBatchSize: maxSize }: Lane,
  deliveries: DueDelivery[],
) {
  const due = deliveries.filter(
    (delivery) =>
      delivery.channel === channel &&
      (takes === "all" || delivery.isUrgent === (takes === "urgent")),
  );
  return chunk(due, Math.min(maxSize, Math.ceil(due.length / jobsAtOnce))).map(toJob);
}

function chunk<Item>(items: Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

/**
 * The id includes the attempts, so enqueueing twice makes one job. BullMQ takes jobs without a
 * priority first.
 */
function toJob(due: DueDelivery[]) {
  const attempts = due.map(({ id, attempts: count }) => `${id}-${count}`).join();
  const jobId = due.length > 1 ? hash("sha256", attempts, "hex") : attempts;
  const priority = due.some(({ isUrgent }) => isUrgent) ? {} : { priority: 1 };
  return {
    name: deliverySend.name,
    data: { ids: due.map(({ id }) => id) },
    opts: { jobId, ...priority },
  };
}
