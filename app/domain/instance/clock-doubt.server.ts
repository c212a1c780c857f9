import type { Kysely } from "kysely";
import { laterBy } from "#app/domain/core/time.ts";
import type { Database } from "#db/schema.ts";
import { deleteFact, readFact, writeFact } from "./facts.server.ts";

const facts = { beat: "last_beat", doubt: "clock_in_doubt" };

const trusted = { hours: 7 * 24 };

/** The record outlives the worker, even one that was stopped in an orderly way. */
export async function recordLastBeat(db: Kysely<Database>, now: string): Promise<void> {
  await writeFact(db, facts.beat, now);
}

/** Returns the last heartbeat if it is so long ago that the clock may be wrong. */
export async function findDoubtfulBeat(
  db: Kysely<Database>,
  now: string,
): Promise<string | undefined> {
  const lastBeat = await readFact(db, facts.beat);
  return lastBeat !== undefined && isDoubtful(lastBeat, now) ? lastBeat : undefined;
}

export function isDoubtful(lastBeat: string, now: string): boolean {
  return now > laterBy(lastBeat, trusted);
}

/** Tells other processes that a worker holds back late messages. */
export async function rememberDoubt(
  db: Kysely<Database>,
  lastBeat: string | undefined,
): Promise<void> {
  if (lastBeat === undefined) await deleteFact(db, facts.doubt);
  else await writeFact(db, facts.doubt, lastBeat);
}

/** Returns the last heartbeat before the start while late messages wait for the clock. */
export async function findDoubt(db: Kysely<Database>, now: string): Promise<string | undefined> {
  const lastBeat = await readFact(db, facts.doubt);
  return lastBeat !== undefined && isDoubtful(lastBeat, now) ? lastBeat : undefined;
}
