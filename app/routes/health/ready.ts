import { isDiskFull } from "#app/config/data-folder.server.ts";
import { env } from "#app/config/env.server.ts";
import { readSendingHealth } from "#app/domain/outbox/views/health.server.ts";
import { findBackupFailure } from "#app/domain/instance/nightly-backup.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { database, databaseGone } from "#db/connection.server.ts";

export { getOnly as action } from "#app/web/http-errors.server.ts";

/** The worker's first heartbeat may be earlier than its connection to Redis. */
const graceSeconds = 30;

export async function loader() {
  try {
    // Checked first: on a full disk the worker's heartbeat cannot be saved either.
    if (isDiskFull(env.DATA_DIR)) return Response.json({ status: "error", disk: "full" }, { status: 503 });
    const { workers, queues, paused } = await readSendingHealth(database(), nowIso());
    if (workers === 0) return Response.json({ status: "error", worker: "not running" }, { status: 503 });
    const degraded = [
      env.REDIS_URL && queues.includes("database") && process.uptime() > graceSeconds
        ? ["Redis is unavailable, so the database is used as the queue"]
        : [],
      paused.map(({ channel, reason }) => `${channel} is paused: ${reason}`),
      (await findBackupFailure(database())) ? ["the last backup failed"] : [],
    ].flat();
    return Response.json(degraded.length > 0 ? { status: "degraded", degraded } : { status: "ok" });
  } catch (error) {
    const why = isDatabaseGone(error) ? error.message : "not responding";
    return Response.json({ status: "error", database: why }, { status: 503 });
  }
}

function isDatabaseGone(error: unknown): error is Error {
  return error instanceof Error && "code" in error && error.code === databaseGone;
}
