import type { Kysely } from "kysely";
import { v7 as newId } from "uuid";
import { nowIso } from "#app/domain/core/time.ts";
import { recordHeartbeat, removeWorker } from "#app/domain/outbox/views/health.server.ts";
import type { Database } from "#db/schema.ts";

export function createHeartbeat(db: Kysely<Database>, backend: () => "redis" | "database") {
  const id = newId();
  return {
    beat: () => recordHeartbeat(db, { id, queue: backend() }, nowIso()),
    end: () => removeWorker(db, id),
  };
}
