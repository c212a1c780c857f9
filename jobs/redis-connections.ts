import { Redis, type RedisOptions } from "ioredis";

export const patienceMs = 5_000;
const probeEveryMs = 1_000;

const always: RedisOptions = {
  maxRetriesPerRequest: null,
  retryStrategy: () => 500,
  connectTimeout: patienceMs,
};

/**
 * Two connections, as BullMQ wants them: one to add jobs by, which fails at once while Redis is away, and one to wait for
 * jobs by. Watches whether Redis answers.
 * @param url redis://, rediss://, or unix: and the path of a socket
 */
export function createRedisConnections(url: string) {
  const producer = connect(url, { enableOfflineQueue: false });
  const consumer = connect(url, {});
  let downSince: number | null = performance.now();
  const markUp = () => (downSince = null);
  const markDown = () => (downSince ??= performance.now());
  producer.on("ready", markUp);
  producer.on("close", markDown);
  // One that hung, or had no room, need not close the connection: only an answer says that it is there again. It is asked
  // to write, which it refuses while it has no room; and once, until it answers.
  let isProbing = false;
  const probing = setInterval(async () => {
    if (downSince === null || isProbing || producer.status !== "ready") return;
    isProbing = true;
    await producer.set("bull:is-there", "", "PX", probeEveryMs).then(markUp, () => undefined);
    isProbing = false;
  }, probeEveryMs);

  return {
    producer,
    consumer,
    /** Since when Redis has not answered (milliseconds, monotonic); null while it does. */
    downSince: () => downSince,
    markUp,
    markDown,
    close() {
      clearInterval(probing);
      producer.disconnect();
      consumer.disconnect();
    },
  };
}

function connect(url: string, some: RedisOptions): Redis {
  const options = { ...always, ...some };
  const connection = url.startsWith("unix:")
    ? new Redis({ ...options, path: url.slice("unix:".length) })
    : new Redis(url, options);
  connection.on("error", () => undefined);
  return connection;
}
