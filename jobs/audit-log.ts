import type { Kysely } from "kysely";
import type { Logger } from "pino";
import { claimUnloggedAudit } from "#app/domain/accounts/audit/audit-upkeep.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";

/** Logs each event as one JSON line, for programs that watch for intrusions. */
export async function logAudit(db: Kysely<Database>, log: Pick<Logger, "info">): Promise<void> {
  for (const event of await claimUnloggedAudit(db, nowIso())) {
    const { kind, recorded_at: at, user_id: user, done_by: by, network, device, times } = event;
    log.info({ audit: kind, at, user, by, network, device, ...(times > 1 && { times }) });
  }
}
