import type { Kysely } from "kysely";
import { v7 as newId } from "uuid";
import { nowIso } from "#app/domain/core/time.ts";
import { recordLastBeat, rememberDoubt } from "#app/domain/instance/clock-doubt.server.ts";
import { notifyOwner } from "#app/domain/instance/notify-owner.server.ts";
import type { Instance } from "#app/domain/outbox/preparation.ts";
import {
  recordHeartbeat,
  removeWorker,
  showAlive,
} from "#app/domain/outbox/views/health.server.ts";
import { inLocks } from "#db/sql/locks.ts";
import type { Database } from "#db/schema.ts";
import type { ClockDoubt } from "./clock/clock-doubt.ts";

export function createHeartbeat(
  db: Kysely<Database>,
  backend: () => "redis" | "database",
  { isSetUp, isInDoubt }: Pick<Instance, "isSetUp"> & Pick<ClockDoubt, "isInDoubt">,
) {
  const id = newId();
  let wasInDoubt = false;
  const describe = () => ({ id, queue: backend(), memoryBytes: process.memoryUsage.rss() });

  async function beatInTime(now: string): Promise<void> {
    await inLocks(db, { keys: ["workers"] }, async (trx) => {
      // After the doubt, the last heartbeat then shows how long nothing was sent.
      if (wasInDoubt) await removeWorker(trx, id);
      if (wasInDoubt) await rememberDoubt(trx, undefined);
      const silentSince = await recordHeartbeat(trx, describe(), now);
      await recordLastBeat(trx, now);
      if (silentSince)
        await notifyOwner(
          trx,
          { about: "worker_was_down", from: silentSince, until: now },
          isSetUp,
          now,
        );
    });
    wasInDoubt = false;
  }

  return {
    async beat() {
      const now = nowIso();
      if (!isInDoubt()) return beatInTime(now);
      wasInDoubt = true;
      await showAlive(db, describe(), now);
    },
    end: () => removeWorker(db, id),
  };
}
