import type { Kysely, Transaction } from "kysely";
import type { Database } from "#db/schema.ts";
import { changeState } from "../change-state.server.ts";
import { isOpen } from "../queries/is-in.ts";

/** Holds what was due by now, and may have gone out before. Returns how many. Calendar entries are never doubled. */
export async function holdDeliveries(trx: Transaction<Database>, now: string): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable("deliveries")
    .set({ held_at: now })
    .where(isOpen)
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
    .where(isOpen)
    .executeTakeFirstOrThrow();
  return count;
}

export async function sendHeld(trx: Transaction<Database>): Promise<void> {
  await trx
    .updateTable("deliveries")
    .set({ held_at: null })
    .where("held_at", "is not", null)
    .execute();
}

export async function leaveHeld(trx: Transaction<Database>, now: string): Promise<void> {
  await changeState(trx, { transition: "left_out" }, now)
    .where("held_at", "is not", null)
    .execute();
  await sendHeld(trx);
}
