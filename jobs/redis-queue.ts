import { type Job, Queue, Worker } from "bullmq";
import type { Redis } from "ioredis";
import type { DueDelivery } from "#app/domain/outbox/scheduling/enqueue-due.server.ts";
import type { Channel } from "#db/schema.ts";
import { channels, deliverySend, maxWaitingJobs } from "./catalog.ts";
import type { DeliveryQueue, Sender } from "./delivery-queue.ts";
import { createRedisConnections, timeoutMs } from "./redis-connections.ts";

// Whatever Redis loses is enqueued again from the database, so jobs need no retries.
// BullMQ would release a killed worker's job only after 90 s.
const jobOptions = { attempts: 1, removeOnComplete: true, removeOnFail: true };
const lockOptions = { lockDuration: 15_000, stalledInterval: 5_000, maxStalledCount: 1_000 };

export interface RedisQueue extends DeliveryQueue {
  /** Monotonic ms; null while Redis answers. */
  downSince: () => number | null;
}

export function createRedisQueue(
  { url, prefix }: { url: string; prefix: string },
  sender: Sender,
  report: (error: unknown, id?: string) => void,
): RedisQueue {
  const { producer, consumer, ...connections } = createRedisConnections(url, prefix);
  const channelQueues = createChannelQueues(producer, prefix);
  const workers = channels.map((channel) => startWorker(channel, { connection: consumer, prefix }, sender, report));

  return {
    downSince: connections.downSince,
    async enqueue(deliveries) {
      if (producer.status !== "ready") throw new Error("Redis is not available");
      const additions = [...Map.groupBy(deliveries, ({ channel }) => channel)].map(([channel, due]) =>
        channelQueues.get(channel).addBulk(due.map(toJob)),
      );
      await withTimeout(timeoutMs, Promise.all(additions)).catch((error: unknown) => {
        connections.markDown();
        void channelQueues.reset();
        throw error;
      });
      connections.markUp();
    },
    async saturatedChannels() {
      if (producer.status !== "ready") return [];
      const counts = channels.map((channel) => channelQueues.get(channel).getJobCountByTypes("waiting", "prioritized"));
      const waiting = await withTimeout(timeoutMs, Promise.all(counts));
      return channels.filter((_, index) => (waiting[index] ?? 0) >= maxWaitingJobs);
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.close()));
      await channelQueues.reset();
      connections.close();
    },
  };
}

/** The id includes the attempts, so enqueueing twice makes one job. BullMQ takes jobs without a priority first. */
function toJob({ id, attempts, isUrgent }: DueDelivery) {
  const opts = { ...jobOptions, jobId: `${id}-${attempts}`, ...(!isUrgent && { priority: 1 }) };
  return { name: deliverySend.name, data: { id }, opts };
}

/** A BullMQ queue whose first command failed never recovers, so all are dropped and recreated. */
function createChannelQueues(connection: Redis, prefix: string) {
  const cache = new Map<Channel, Queue>();
  return {
    get(channel: Channel): Queue {
      const queue = cache.get(channel) ?? createQueue(channel, connection, prefix);
      cache.set(channel, queue);
      return queue;
    },
    async reset(): Promise<void> {
      const broken = [...cache.values()];
      cache.clear();
      await Promise.allSettled(broken.map((queue) => queue.close()));
    },
  };
}

function createQueue(channel: Channel, connection: Redis, prefix: string): Queue {
  const queue = new Queue(channel, { connection, prefix, skipWaitingForReady: true, defaultJobOptions: jobOptions });
  queue.on("error", () => undefined);
  return queue;
}

function startWorker(
  channel: Channel,
  place: { connection: Redis; prefix: string },
  { deliver, concurrency }: Sender,
  report: (error: unknown, id?: string) => void,
): Worker {
  const perform = async (job: Job) => {
    await deliver(deliverySend.payload.parse(job.data).id);
  };
  const worker = new Worker(channel, perform, { ...place, concurrency: concurrency(channel), ...lockOptions });
  worker.on("failed", (job, error) => report(error, job?.id));
  worker.on("error", () => undefined);
  return worker;
}

async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("Redis is not responding")), ms);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
