import { Redis, type RedisOptions } from "ioredis";

export const timeoutMs = 5_000;
const probeEveryMs = 1_000;

const baseOptions: RedisOptions = {
  maxRetriesPerRequest: null,
  retryStrategy: () => 500,
  connectTimeout: timeoutMs,
};

/**
 * BullMQ needs two connections: one adds jobs and fails fast while Redis is down, the other waits
 * for jobs.
 * @param url redis://, rediss://, or unix: and the path of a socket
 * @param prefix the start of every key, because other programs may use the same Redis
 */
export function createRedisConnections(url: string, prefix: string) {
  const producer = connect(url, { enableOfflineQueue: false });
  const consumer = connect(url, {});
  let downSince: number | null = performance.now();
  const markUp = () => (downSince = null);
  const markDown = () => (downSince ??= performance.now());
  producer.on("ready", markUp);
  producer.on("close", markDown);
  // A Redis that hung or was full may keep the connection open, so only a successful write proves
  // that it is back.
  let isProbing = false;
  const probing = setInterval(() => {
    if (downSince === null || isProbing || producer.status !== "ready") return;
    isProbing = true;
    void producer
      .set(`${prefix}:probe`, "", "PX", probeEveryMs)
      .then(markUp, () => undefined)
      .finally(() => (isProbing = false));
  }, probeEveryMs);

  return {
    producer,
    consumer,
    /** In monotonic milliseconds; null while Redis answers. */
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

function connect(url: string, overrides: RedisOptions): Redis {
  const options = { ...baseOptions, ...overrides };
  const connection = url.startsWith("unix:")
    ? new Redis({ ...options, path: url.slice("unix:".length) })
    : new Redis(url, options);
  connection.on("error", () => undefined);
  return connection;
}
