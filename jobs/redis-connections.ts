import { Redis, type RedisOptions } from "ioredis";

export const timeoutMs = 5_000;
const probeEveryMs = 1_000;

const always: RedisOptions = {
  maxRetriesPerRequest: null,
  retryStrategy: () => 500,
  connectTimeout: timeoutMs,
};

/**
 * Two connections, as BullMQ wants them: one for adding jobs, which fails at once while Redis is down, and one for waiting
 * for jobs. Watches whether Redis answers.
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
  // A Redis that hung or was full may keep the connection open. Only a successful write shows that it is back.
  let isProbing = false;
  const probing = setInterval(async () => {
    if (downSince === null || isProbing || producer.status !== "ready") return;
    isProbing = true;
    await producer.set("bull:probe", "", "PX", probeEveryMs).then(markUp, () => undefined);
    isProbing = false;
  }, probeEveryMs);

  return {
    producer,
    consumer,
    /** Monotonic ms; null while Redis answers. */
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
