import { type Job, Queue, Worker } from "bullmq";
import type { Redis } from "ioredis";
import type { DueDelivery } from "#app/domain/outbox/scheduling/enqueue-due.server.ts";
import type { Channel } from "#db/schema.ts";
import { channels, deliverySend, maxWaiting, queues } from "./catalog.ts";
import type { DeliverBy, DeliveryQueue } from "./delivery-queue.ts";
import { createRedisConnections, timeoutMs } from "./redis-connections.ts";

// What Redis loses is enqueued again from the database: a job is tried once and leaves nothing behind. A killed worker's
// job is free again after 15 s rather than BullMQ's 90 s.
const jobOptions = { attempts: 1, removeOnComplete: true, removeOnFail: true };
const lockOptions = { lockDuration: 15_000, stalledInterval: 5_000, maxStalledCount: 1_000 };

export interface RedisQueue extends DeliveryQueue {
  /** Monotonic ms; null while Redis answers. */
  downSince: () => number | null;
}

/** Shares the work among workers by BullMQ. The database has everything that Redis holds. */
export function createRedisQueue(
  url: string,
  deliverBy: DeliverBy,
  report: (error: unknown, id?: string) => void,
): RedisQueue {
  const { producer, consumer, ...connections } = createRedisConnections(url);
  const channelQueues = createChannelQueues(producer);
  const workers = channels.map((channel) => startWorker(channel, consumer, deliverBy(channel), report));

  return {
    downSince: connections.downSince,
    async enqueue(deliveries) {
      if (producer.status !== "ready") throw new Error("Redis is not available");
      const adding = [...Map.groupBy(deliveries, ({ channel }) => channel)].map(([channel, some]) =>
        channelQueues.of(channel).addBulk(some.map(jobOf)),
      );
      await within(timeoutMs, Promise.all(adding)).catch((error: unknown) => {
        connections.markDown();
        void channelQueues.forget();
        throw error;
      });
      connections.markUp();
    },
    async saturatedChannels() {
      if (producer.status !== "ready") return [];
      const counts = channels.map((channel) => channelQueues.of(channel).getWaitingCount());
      const waiting = await within(timeoutMs, Promise.all(counts));
      return channels.filter((_, index) => (waiting[index] ?? 0) >= maxWaiting);
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.close()));
      await channelQueues.forget();
      connections.close();
    },
  };
}

/** The id includes the attempts, so enqueueing twice makes one job. */
function jobOf({ id, attempts }: DueDelivery) {
  return { name: deliverySend.name, data: { id }, opts: { ...jobOptions, jobId: `${id}-${attempts}` } };
}

/** A BullMQ queue whose first command failed never recovers, so all are dropped and recreated. */
function createChannelQueues(connection: Redis) {
  const queueOf = new Map<Channel, Queue>();
  return {
    of(channel: Channel): Queue {
      const made = queueOf.get(channel) ?? createQueue(channel, connection);
      queueOf.set(channel, made);
      return made;
    },
    async forget(): Promise<void> {
      const forgotten = [...queueOf.values()];
      queueOf.clear();
      await Promise.allSettled(forgotten.map((queue) => queue.close()));
    },
  };
}

function createQueue(channel: Channel, connection: Redis): Queue {
  const queue = new Queue(channel, { connection, skipWaitingForReady: true, defaultJobOptions: jobOptions });
  queue.on("error", () => undefined);
  return queue;
}

function startWorker(
  channel: Channel,
  connection: Redis,
  deliver: ReturnType<DeliverBy>,
  report: (error: unknown, id?: string) => void,
): Worker {
  const perform = async (job: Job) => {
    await deliver(deliverySend.payload.parse(job.data).id);
  };
  const worker = new Worker(channel, perform, { connection, concurrency: queues[channel].concurrency, ...lockOptions });
  worker.on("failed", (job, error) => report(error, job?.id));
  worker.on("error", () => undefined);
  return worker;
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("Redis is not responding")), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
