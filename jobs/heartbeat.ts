import type { Kysely } from "kysely";
import { v7 as newId } from "uuid";
import { nowIso } from "#app/domain/core/time.ts";
import { notifyOwner } from "#app/domain/instance/notify-owner.server.ts";
import type { Instance } from "#app/domain/outbox/preparation.ts";
import { recordHeartbeat, removeWorker } from "#app/domain/outbox/views/health.server.ts";
import type { Database } from "#db/schema.ts";

export function createHeartbeat(
  db: Kysely<Database>,
  backend: () => "redis" | "database",
  isSetUp: Instance["isSetUp"],
) {
  const id = newId();
  return {
    async beat() {
      const now = nowIso();
      await db.transaction().execute(async (trx) => {
        const silentSince = await recordHeartbeat(trx, { id, queue: backend() }, now);
        if (silentSince)
          await notifyOwner(trx, { about: "worker_was_down", from: silentSince, until: now }, isSetUp, now);
      });
    },
    end: () => removeWorker(db, id),
  };
}
