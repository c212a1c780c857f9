// The image's health check: exits with 1 when this container's program is not working.
import { readFileSync } from "node:fs";

/** A worker serves no requests, but its heartbeat is in the database. */
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
