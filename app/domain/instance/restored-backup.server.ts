import type { Kysely, Transaction } from "kysely";
import { countHeld, leaveHeld, sendHeld } from "#app/domain/outbox/recovery/held.server.ts";
import type { Database } from "#db/schema.ts";
import { deleteFact, readFact, writeFact } from "./facts.server.ts";

/** The first is written by the restore, and replaced by the second when messages are held. */
const facts = { restored: "restored_backup", held: "held_since_backup" };

/** When the backup was made that was restored since the last start. */
export function findRestoredBackup(db: Kysely<Database>): Promise<string | undefined> {
  return readFact(db, facts.restored);
}

export async function rememberHeld(trx: Transaction<Database>, madeAt: string): Promise<void> {
  await deleteFact(trx, facts.restored);
  await writeFact(trx, facts.held, madeAt);
}

/** Null when nothing waits for a decision. */
export async function findHeld(db: Kysely<Database>): Promise<{ madeAt: string; count: number } | null> {
  const madeAt = await readFact(db, facts.held);
  const count = madeAt ? await countHeld(db) : 0;
  return madeAt && count > 0 ? { madeAt, count } : null;
}

export async function decideOnHeld(db: Kysely<Database>, decision: "send" | "leave", now: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await (decision === "send" ? sendHeld(trx) : leaveHeld(trx, now));
    await deleteFact(trx, facts.held);
  });
}
