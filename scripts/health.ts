import { readFileSync } from "node:fs";

/** A worker serves no requests, but its heartbeat is in the database. */
const isWorkerOnly = readFileSync("/proc/1/cmdline", "utf8").endsWith("scripts/start.js\0worker\0");
process.exit((await (isWorkerOnly ? isWorkerUp() : isServerUp())) ? 0 : 1);

async function isServerUp(): Promise<boolean> {
  const url = `http://127.0.0.1:${process.env.PORT || 3000}/health/live`;
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function isWorkerUp(): Promise<boolean> {
  const { readSendingHealth } = await import("#app/domain/outbox/views/health.server.ts");
  const { nowIso } = await import("#app/domain/core/time.ts");
  const { database } = await import("#db/connection.server.ts");
  const { workers } = await readSendingHealth(database(), nowIso());
  return workers > 0;
}
