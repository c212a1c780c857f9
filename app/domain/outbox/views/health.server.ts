import type { ExpressionBuilder, Kysely } from "kysely";
import { earlierBy, laterBy } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";

/** A worker that has not shown itself for so long is not there. */
const heartbeatSeconds = 30;

/** How sending is: what of it does not work at present. Nothing of it keeps pages from working. */
export interface SendingHealth {
  /** Workers that are alive. */
  workers: number;
  /** Where they get their work from. */
  queues: string[];
  /** Channels that nothing goes out by, and why. */
  paused: { channel: string; reason: string }[];
}

export async function readSendingHealth(db: Kysely<Database>, now: string): Promise<SendingHealth> {
  const workers = await db
    .selectFrom("workers")
    .select("queue")
    .where((eb) => isAlive(eb, now))
    .execute();
  const paused = await db.selectFrom("channel_pauses").select(["channel", "reason"]).where("until", ">", now).execute();
  return { workers: workers.length, queues: [...new Set(workers.map(({ queue }) => queue))], paused };
}

/** Shown of late, and not by a clock that was ahead: a worker that died then would count until that time comes again. */
export function isAlive(eb: ExpressionBuilder<Database, "workers">, now: string) {
  const earliest = earlierBy(now, { seconds: heartbeatSeconds });
  return eb.between("beat_at", earliest, laterBy(now, { seconds: heartbeatSeconds }));
}
