import type { Kysely } from "kysely";
import { v7 as newId } from "uuid";
import { isAlive } from "#app/domain/outbox/views/health.server.ts";
import { nowIso } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";

/** Shows in the database that this worker is alive, and where it gets its work from. */
export function createHeartbeat(db: Kysely<Database>, backend: () => "redis" | "database") {
  const id = newId();
  return {
    async beat(): Promise<void> {
      const beat = { beat_at: nowIso(), queue: backend() };
      await db
        .insertInto("workers")
        .values({ id, ...beat })
        .onConflict((conflict) => conflict.column("id").doUpdateSet(beat))
        .execute();
      // Of workers that were killed.
      await db
        .deleteFrom("workers")
        .where((eb) => eb.not(isAlive(eb, nowIso())))
        .execute();
    },
    async end(): Promise<void> {
      await db.deleteFrom("workers").where("id", "=", id).execute();
    },
  };
}
