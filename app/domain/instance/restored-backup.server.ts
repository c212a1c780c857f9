import type { Kysely, Transaction } from "kysely";
import { countHeld, leaveHeld, sendHeld } from "#app/domain/outbox/recovery/held.server.ts";
import type { Database } from "#db/schema.ts";
import { deleteFact, readFact, writeFact } from "./facts.server.ts";

/**
 * The restore writes the first, and the start after it the second; the third replaces them once
 * messages are held.
 */
const facts = {
  restored: "restored_backup",
  started: "restored_started",
  held: "held_since_backup",
};

/**
 * Returns when the backup was made whose messages are not held yet, and when Mila started with it.
 * Undefined before that start, or if the clock was wrong then.
 */
export async function findRestoredBackup(
  db: Kysely<Database>,
): Promise<{ madeAt: string; startedAt: string | undefined } | undefined> {
  const madeAt = await readFact(db, facts.restored);
  if (madeAt === undefined) return undefined;
  const startedAt = await readFact(db, facts.started);
  return { madeAt, startedAt: startedAt && startedAt > madeAt ? startedAt : undefined };
}

export async function rememberStart(trx: Transaction<Database>, now: string): Promise<void> {
  await writeFact(trx, facts.started, now);
}

export async function rememberHeld(trx: Transaction<Database>, madeAt: string): Promise<void> {
  for (const name of [facts.restored, facts.started]) await deleteFact(trx, name);
  await writeFact(trx, facts.held, madeAt);
}

/** Returns null when nothing waits for a decision. */
export async function findHeld(
  db: Kysely<Database>,
): Promise<{ madeAt: string; count: number } | null> {
  const madeAt = await readFact(db, facts.held);
  const count = madeAt ? await countHeld(db) : 0;
  return madeAt && count > 0 ? { madeAt, count } : null;
}

export async function decideOnHeld(
  db: Kysely<Database>,
  decision: "send" | "leave",
  now: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await (decision === "send" ? sendHeld(trx, now) : leaveHeld(trx, now));
    await deleteFact(trx, facts.held);
  });
}
