import type { ExpressionBuilder, Kysely } from "kysely";
import { earlierBy, laterBy } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";

/** A worker without a heartbeat for this time is dead or hangs. */
const heartbeatSeconds = 60;

interface SendingHealth {
  workers: number;
  /** The memory of all workers together. */
  memoryBytes: number;
  queues: string[];
  paused: { channel: string; reason: string }[];
}

export async function readSendingHealth(db: Kysely<Database>, now: string): Promise<SendingHealth> {
  const workers = await db
    .selectFrom("workers")
    .select(["queue", "memory_bytes"])
    .where((eb) => isAlive(eb, now))
    .execute();
  const paused = await db
    .selectFrom("channel_pauses")
    .select(["channel", "reason"])
    .where("user_id", "is", null)
    .where("until", ">", now)
    .execute();
  return {
    workers: workers.length,
    memoryBytes: workers.reduce((sum, { memory_bytes }) => sum + (memory_bytes ?? 0), 0),
    queues: [...new Set(workers.map(({ queue }) => queue))],
    paused,
  };
}

interface Worker {
  id: string;
  queue: "redis" | "database";
  memoryBytes: number;
}

/** Updates only this worker's heartbeat. */
export async function showAlive(
  db: Kysely<Database>,
  { id, queue, memoryBytes }: Worker,
  now: string,
): Promise<void> {
  const beat = { beat_at: now, queue, memory_bytes: memoryBytes };
  await db
    .insertInto("workers")
    .values({ id, ...beat })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(beat))
    .execute();
}

/** Returns the time since when nothing was sent, if this is the first worker after others died. */
export async function recordHeartbeat(
  db: Kysely<Database>,
  worker: Worker,
  now: string,
): Promise<string | null> {
  const silentSince = await findSilence(db, worker.id, now);
  await showAlive(db, worker, now);
  await db
    .deleteFrom("workers")
    .where((eb) => eb.not(isAlive(eb, now)))
    .execute();
  return silentSince;
}

async function findSilence(db: Kysely<Database>, id: string, now: string): Promise<string | null> {
  const { working, lastBeat } = await db
    .selectFrom("workers")
    .select(({ fn, eb, or }) => [
      fn
        .countAll<number>()
        .filterWhere(or([eb("id", "=", id), isAlive(eb, now)]))
        .as("working"),
      fn.max("beat_at").filterWhere("beat_at", "<", now).as("lastBeat"),
    ])
    .executeTakeFirstOrThrow();
  return working === 0 ? lastBeat : null;
}

export async function removeWorker(db: Kysely<Database>, id: string): Promise<void> {
  await db.deleteFrom("workers").where("id", "=", id).execute();
}

/** A heartbeat from the future predates a clock rollback, so its worker may be dead. */
function isAlive(eb: ExpressionBuilder<Database, "workers">, now: string) {
  const earliest = earlierBy(now, { seconds: heartbeatSeconds });
  return eb.between("beat_at", earliest, laterBy(now, { seconds: heartbeatSeconds }));
}
