import { type Job, Queue, Worker } from "bullmq";
import type { Redis } from "ioredis";
import { deliverySend, listCapacities } from "../catalog.ts";
import type { DeliveryQueue, Sender } from "../delivery-queue.ts";
import { createPlaces } from "./places.ts";
import { createRedisConnections, timeoutMs } from "./redis-connections.ts";
import { type Lane, listJobs, listLanes } from "./redis-lanes.ts";

// Whatever Redis loses is enqueued again from the database, so jobs need no retries.
// BullMQ would release a killed worker's job only after 90 s.
const jobOptions = { attempts: 1, removeOnComplete: true, removeOnFail: true };
const lockOptions = { lockDuration: 15_000, stalledInterval: 5_000, maxStalledCount: 1_000 };

/**
 * The number of jobs that wait for slots, so that none stays idle and many messages share a commit.
 */
const batchesAhead = 2;

export interface RedisQueue extends DeliveryQueue {
  /** In monotonic milliseconds; null while Redis answers. */
  downSince: () => number | null;
}

export function createRedisQueue(
  { url, prefix }: { url: string; prefix: string },
  sender: Sender,
  report: (error: unknown, id?: string) => void,
): RedisQueue {
  const { producer, consumer, ...connections } = createRedisConnections(url, prefix);
  const queues = createQueues(producer, prefix);
  const lanes = listLanes(sender);
  const stopping = new AbortController();
  const deliver: Sender["deliver"] = async (id) =>
    stopping.signal.aborted ? null : sender.deliver(id);
  const workers = lanes.map((lane) =>
    startWorker(lane, { connection: consumer, prefix }, deliver, report),
  );

  return {
    downSince: connections.downSince,
    async enqueue(deliveries) {
      if (producer.status !== "ready") throw new Error("Redis is not available");
      const additions = lanes.map(async (lane) => {
        const jobs = listJobs(lane, deliveries);
        if (jobs.length > 0) await queues.get(lane.name).addBulk(jobs);
      });
      await withTimeout(timeoutMs, Promise.all(additions)).catch((error: unknown) => {
        connections.markDown();
        void queues.reset();
        throw error;
      });
      connections.markUp();
    },
    async findCapacities() {
      if (producer.status !== "ready") throw new Error("Redis is not available");
      const counts = lanes.map(({ name }) =>
        queues.get(name).getJobCountByTypes("waiting", "prioritized"),
      );
      const jobs = await withTimeout(timeoutMs, Promise.all(counts));
      // Counts every job as a full one.
      const waiting = lanes.map(({ maxBatchSize }, index) => (jobs[index] ?? 0) * maxBatchSize);
      return listCapacities((channel) => ({
        waiting: Math.max(...waiting.filter((_, index) => lanes[index]?.channel === channel)),
        places: sender.concurrency(channel),
      }));
    },
    async close() {
      stopping.abort();
      await Promise.all(workers.map(({ close }) => close()));
      await queues.reset();
      connections.close();
    },
  };
}

/**
 * Drops and recreates all queues, because a BullMQ queue whose first command failed never recovers.
 */
function createQueues(connection: Redis, prefix: string) {
  const cache = new Map<string, Queue>();
  return {
    get(name: string): Queue {
      const queue = cache.get(name) ?? createQueue(name, connection, prefix);
      cache.set(name, queue);
      return queue;
    },
    async reset(): Promise<void> {
      const broken = [...cache.values()];
      cache.clear();
      await Promise.allSettled(broken.map((queue) => queue.close()));
    },
  };
}

function createQueue(name: string, connection: Redis, prefix: string): Queue {
  const queue = new Queue(name, {
    connection,
    prefix,
    skipWaitingForReady: true,
    defaultJobOptions: jobOptions,
  });
  queue.on("error", () => undefined);
  return queue;
}

/**
 * A slow message occupies one slot, not those of its job: a job with several messages is complete
 * once all have begun.
 */
function startWorker(
  { name, concurrency, maxBatchSize }: Lane,
  place: { connection: Redis; prefix: string },
  deliver: Sender["deliver"],
  report: (error: unknown, id?: string) => void,
): { close: () => Promise<void> } {
  const hasBatches = maxBatchSize > 1;
  const places = createPlaces(concurrency, (id) =>
    deliver(id).catch((error: unknown) => report(error, id)),
  );
  const perform = async (job: Job) => {
    const { ids } = deliverySend.payload.parse(job.data);
    const all = ids.map(places.take);
    await Promise.all(all.map(({ begun, ended }) => (hasBatches ? begun : ended)));
  };
  const jobs = hasBatches ? batchesAhead : concurrency;
  const worker = new Worker(name, perform, { ...place, concurrency: jobs, ...lockOptions });
  worker.on("failed", (job, error) => report(error, job?.id));
  worker.on("error", () => undefined);
  return {
    async close() {
      await worker.close();
      await places.empty();
    },
  };
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
