import type { Logger } from "pino";

type Backend = "redis" | "database";

export function createQueueLog(
  backend: () => Backend,
  log: Pick<Logger, "info" | "warn">,
): () => Promise<void> {
  let last = backend();
  return async () => {
    const queue = backend();
    if (queue === last) return;
    last = queue;
    if (queue === "redis") log.info({ queue }, "Redis responds again");
    else
      log.warn(
        { queue },
        "Redis isn't responding, so the database is used instead. Check REDIS_URL.",
      );
  };
}
