// The image's health check: ends with 1 when what runs in this container does not do its work.
import { readFileSync } from "node:fs";

/** With `worker` behind the image's name nothing answers requests: the worker shows in the database that it is there. */
const isWorkerAlone = readFileSync("/proc/1/cmdline", "utf8").endsWith("scripts/start.ts\0worker\0");
process.exit((await (isWorkerAlone ? hasWorker() : answers())) ? 0 : 1);

async function answers(): Promise<boolean> {
  const url = `http://127.0.0.1:${process.env.PORT || 3000}/health/live`;
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function hasWorker(): Promise<boolean> {
  const { readSendingHealth } = await import("#app/domain/outbox/views/health.server.ts");
  const { nowIso } = await import("#app/domain/core/time.ts");
  const { database } = await import("#db/connection.server.ts");
  const { workers } = await readSendingHealth(database(), nowIso());
  return workers > 0;
}
