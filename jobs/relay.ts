import { Queue, Worker } from "bullmq";
import { Redis, type RedisOptions } from "ioredis";
import type { Channel } from "#db/schema.ts";
import { channels, deliverySend, mostWaiting, queues } from "./catalog.ts";
import type { DeliverBy, Outlet } from "./outlet.ts";

// DESIGN.md, "Known traps": what is lost with Redis is handed over again from the database, so a job is tried once,
// leaves nothing behind, and must not wait 90 s when its worker was killed.
const jobOptions = { attempts: 1, removeOnComplete: true, removeOnFail: true };
const lockOptions = { lockDuration: 15_000, stalledInterval: 5_000, maxStalledCount: 1_000 };
const patienceMs = 5_000;
const askedEveryMs = 1_000;

export interface RedisOutlet extends Outlet {
  /** Since when Redis has not answered (milliseconds, monotonic); null while it does. */
  downSince: () => number | null;
}

/**
 * Sends by BullMQ: several workers share the work. Nothing is kept in Redis that the database does not know.
 * @param url redis://, rediss://, or unix: and the path of a socket
 */
export function redisOutlet(
  url: string,
  deliverBy: DeliverBy,
  report: (error: unknown, id?: string) => void,
): RedisOutlet {
  const options: RedisOptions = { maxRetriesPerRequest: null, retryStrategy: () => 500, connectTimeout: patienceMs };
  const connect = (more: RedisOptions) => {
    const connection = url.startsWith("unix:")
      ? new Redis({ ...options, ...more, path: url.slice("unix:".length) })
      : new Redis(url, { ...options, ...more });
    connection.on("error", () => undefined);
    return connection;
  };
  const giving = connect({ enableOfflineQueue: false });
  const taking = connect({});
  let down: number | null = performance.now();
  const isDown = () => (down ??= performance.now());
  giving.on("ready", () => (down = null));
  giving.on("close", isDown);
  // One that hung, or had no room, need not close the connection: only an answer says that it is there again. It is asked
  // to write, which it refuses while it has no room; and once, until it answers.
  let isAsked = false;
  const asking = setInterval(async () => {
    if (down === null || isAsked || giving.status !== "ready") return;
    isAsked = true;
    await giving.set("bull:is-there", "", "PX", askedEveryMs).then(
      () => (down = null),
      () => undefined,
    );
    isAsked = false;
  }, askedEveryMs);

  const queueOf = new Map<Channel, Queue>();
  function queue(channel: Channel): Queue {
    const made = queueOf.get(channel) ?? newQueue(channel, giving);
    queueOf.set(channel, made);
    return made;
  }
  // A queue whose first words to Redis failed never works again; one that is made while Redis is there does.
  const forgetQueues = async () => {
    const forgotten = [...queueOf.values()];
    queueOf.clear();
    await Promise.allSettled(forgotten.map((one) => one.close()));
  };
  const workers = channels.map((channel) => {
    const worker = new Worker(
      channel,
      async (job) => {
        const { id } = deliverySend.payload.parse(job.data);
        await deliverBy(channel)(id);
      },
      { connection: taking, concurrency: queues[channel].concurrency, ...lockOptions },
    );
    worker.on("failed", (job, error) => report(error, job?.id));
    worker.on("error", () => undefined);
    return worker;
  });

  return {
    downSince: () => down,
    async put(handed) {
      if (giving.status !== "ready") throw new Error("Redis is not there");
      const adding = [...Map.groupBy(handed, ({ channel }) => channel)].map(([channel, some]) =>
        queue(channel).addBulk(
          some.map(({ id, attempts }) => ({
            name: deliverySend.name,
            data: { id },
            opts: { ...jobOptions, jobId: `${id}-${attempts}` },
          })),
        ),
      );
      await within(patienceMs, Promise.all(adding)).catch((error: unknown) => {
        isDown();
        void forgetQueues();
        throw error;
      });
      down = null;
    },
    async full() {
      if (giving.status !== "ready") return [];
      const counts = channels.map((channel) => queue(channel).getWaitingCount());
      const waiting = await within(patienceMs, Promise.all(counts));
      return channels.filter((_, index) => (waiting[index] ?? 0) >= mostWaiting);
    },
    async close() {
      clearInterval(asking);
      await Promise.all(workers.map((worker) => worker.close()));
      await forgetQueues();
      giving.disconnect();
      taking.disconnect();
    },
  };
}

function newQueue(channel: Channel, connection: Redis): Queue {
  const queue = new Queue(channel, { connection, skipWaitingForReady: true, defaultJobOptions: jobOptions });
  queue.on("error", () => undefined);
  return queue;
}

/** A Redis that takes the request and does not answer is as good as none. */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("Redis does not answer")), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
