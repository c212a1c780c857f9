import type { Kysely, Transaction } from "kysely";
import type { Database } from "#db/schema.ts";
import { changeAsOwner, changeAsSystem } from "../change-state.server.ts";
import { statesIn } from "../state.ts";

/** Holds what was due by now, and may have gone out before. Returns how many. Calendar entries are never doubled. */
export async function holdDeliveries(trx: Transaction<Database>, now: string): Promise<number> {
  const { numUpdatedRows } = await changeAsSystem(trx, { transition: "held" }, now)
    .where("due_at", "<=", now)
    .where("channel", "!=", "calendar")
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

export async function countHeld(db: Kysely<Database>): Promise<number> {
  const { count } = await db
    .selectFrom("deliveries")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("held_at", "is not", null)
    .where("state", "in", statesIn("waiting"))
    .executeTakeFirstOrThrow();
  return count;
}

export async function sendHeld(trx: Transaction<Database>, now: string): Promise<void> {
  await changeAsOwner(trx, { transition: "let_go" }, now).execute();
}

export async function leaveHeld(trx: Transaction<Database>, now: string): Promise<void> {
  await changeAsOwner(trx, { transition: "left_out" }, now).execute();
  await sendHeld(trx, now);
}
