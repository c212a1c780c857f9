import type { LoaderFunctionArgs } from "@remix-run/node";
import { isDiskFull } from "#app/config/data-folder.server.ts";
import { env } from "#app/config/env.server.ts";
import { haveHadAccounts } from "#app/config/secrets.server.ts";
import { hasHadAccounts } from "#app/domain/accounts/owner/had-accounts.server.ts";
import { readSendingHealth } from "#app/domain/outbox/views/health.server.ts";
import { findDoubt } from "#app/domain/instance/clock-doubt.server.ts";
import { findBackupFailure } from "#app/domain/instance/nightly-backup.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import { readKeysState } from "#app/server/monitoring/keys.server.ts";
import { hasMetricsToken } from "#app/server/monitoring/token.server.ts";
import { database, databaseGone } from "#db/connection.server.ts";

export { getOnly as action } from "#app/server/http-errors.server.ts";

/** The worker's first heartbeat may be earlier than its connection to Redis. */
const graceSeconds = 30;

/** Anyone may ask whether Mila is ready, but the reasons need the metrics token. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { status, ...reasons } = await readReadiness();
  const answer = hasMetricsToken(request)
    ? { status, ...reasons }
    : { status: status === "error" ? "error" : "ok" };
  return Response.json(answer, { status: status === "error" ? 503 : 200 });
}

type Readiness = { status: "ok" | "degraded" | "error"; [what: string]: string | string[] };

async function readReadiness(): Promise<Readiness> {
  try {
    // Checked first: on a full disk the worker's heartbeat cannot be saved either.
    if (isDiskFull(env.DATA_DIR)) return { status: "error", disk: "full" };
    const keys = await readKeysState();
    if (keys !== "fine" && keys !== "renewed") return { status: "error", keys };
    if (haveHadAccounts(env.DATA_DIR) && !(await hasHadAccounts(database())))
      return { status: "error", accounts: "missing, although the keys had some" };
    const { workers, queues, paused } = await readSendingHealth(database(), nowIso());
    if (workers === 0) return { status: "error", worker: "not running" };
    const degraded = [
      env.REDIS_URL && queues.includes("database") && process.uptime() > graceSeconds
        ? ["Redis is unavailable, so the database is used as the queue"]
        : [],
      paused.map(({ channel, reason }) => `${channel} is paused: ${reason}`),
      (await findDoubt(database(), nowIso()))
        ? ["the clock may be wrong, so late messages wait for 5 minutes"]
        : [],
      (await findBackupFailure(database())) ? ["the last backup failed"] : [],
    ].flat();
    return degraded.length > 0 ? { status: "degraded", degraded } : { status: "ok" };
  } catch (error) {
    return { status: "error", database: isDatabaseGone(error) ? error.message : "not responding" };
  }
}

function isDatabaseGone(error: unknown): error is Error {
  return error instanceof Error && "code" in error && error.code === databaseGone;
}
